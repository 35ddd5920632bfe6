import { Button, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { saveList } from '../../client/save-list.ts';
import { useMay } from '../../client/session.ts';
import { IconTicket } from '../../components/first-icons.tsx';
import { Instant } from '../../components/instant.tsx';
import { KeysetTable } from '../../components/keyset-table.tsx';
import { PlayerLink } from '../../components/player-link.tsx';
import { EmptyState } from '../../components/states.tsx';
import type { Column } from '../../components/table-frame.tsx';
import { keyPools } from '../../texts/key-pools.ts';
import { type PoolKey, poolKeysInput, poolKeysQuery } from './key-pools-queries.ts';
import { RevealDialog } from './reveal-dialog.tsx';

const t = keyPools.page;

interface PoolKeysProps {
  poolId: number;
  state: 'used' | 'unused';
}

/** Lists the used or the unused keys of a pool, masked. An owner can reveal one. */
export function PoolKeys({ poolId, state }: PoolKeysProps) {
  const mayReveal = useMay()('revealPoolKey');
  const [shown, setShown] = useState<PoolKey | null>(null);
  const query = useInfiniteQuery(poolKeysQuery(poolId, state === 'unused' ? { state } : {}));
  const columns = [
    ...(state === 'used' ? USED_COLUMNS : UNUSED_COLUMNS),
    ...(mayReveal ? [revealColumn(setShown)] : []),
  ];
  return (
    <>
      <KeysetTable
        name="pool-keys"
        label={t.keys}
        minWidth={700}
        columns={columns}
        query={query}
        rowKey={({ key_id }) => key_id}
        onSave={() => saveList('keys', 'listPoolKeys', poolKeysInput(poolId, { state }))}
        empty={
          <EmptyState icon={<IconTicket size={26} />} title={state === 'used' ? t.noneUsed : t.noneLeft}>
            {state === 'used' ? t.noneUsedText : t.noneLeftText}
          </EmptyState>
        }
      />
      {shown && <RevealDialog poolId={poolId} poolKey={shown} onClose={() => setShown(null)} />}
    </>
  );
}

const keyColumn: Column<PoolKey> = {
  key: 'key',
  header: t.key,
  render: ({ masked }) => <span className="mono">{masked}</span>,
};

const UNUSED_COLUMNS: Column<PoolKey>[] = [
  keyColumn,
  { key: 'addedAt', header: t.addedAt, render: ({ created_at }) => <Instant at={created_at} /> },
];

const USED_COLUMNS: Column<PoolKey>[] = [
  keyColumn,
  {
    key: 'player',
    header: t.player,
    render: ({ claim }) => (claim ? <PlayerLink userId={claim.user_id} /> : <Text inherit>{t.erased}</Text>),
  },
  { key: 'code', header: t.code, render: ({ claim }) => <span className="mono">{claim?.code ?? '–'}</span> },
  { key: 'usedAt', header: t.usedAt, render: ({ used_at }) => (used_at ? <Instant at={used_at} /> : '–') },
];

const revealColumn = (onShow: (key: PoolKey) => void): Column<PoolKey> => ({
  key: 'reveal',
  header: t.reveal,
  hideHeader: true,
  width: 150,
  align: 'right',
  render: (key) => (
    <Button size="compact-sm" variant="subtle" aria-label={t.revealOf(key.masked)} onClick={() => onShow(key)}>
      {t.reveal}
    </Button>
  ),
});
