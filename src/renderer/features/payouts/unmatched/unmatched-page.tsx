import { Button, Group, Select, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useInGame } from '../../../client/game.ts';
import { saveList } from '../../../client/save-list.ts';
import { IconReceipt } from '../../../components/icons.tsx';
import { KeysetTable } from '../../../components/keyset-table.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { useChangeSearch, useParsedSearch } from '../../../lib/list-search.ts';
import { payouts } from '../../../texts/payouts.ts';
import { unmatched as t } from '../../../texts/unmatched.ts';
import { PayoutsTabs } from '../runs/payouts-tabs.tsx';
import { unmatchedColumns } from './unmatched-columns.tsx';
import {
  isGame,
  parseUnmatchedSearch,
  REASONS,
  type Reason,
  type UnmatchedSearch,
  unmatchedInput,
  unmatchedQuery,
} from './unmatched-queries.ts';

const CHOICES = REASONS.map((value) => ({ value, label: t.names[value] }));

/** Lists unmatched payments with the reasons. */
export function UnmatchedPage() {
  const { search, hasGameField } = useInGame(useParsedSearch(parseUnmatchedSearch));
  const change = useChangeSearch<UnmatchedSearch>();
  const query = useInfiniteQuery(unmatchedQuery(search));
  return (
    <>
      <PageHeader title={payouts.title} note={t.note} />
      <PayoutsTabs at="unmatched" />
      <Group mb="md" gap="sm">
        <Select
          aria-label={t.reason}
          placeholder={t.anyReason}
          data={CHOICES}
          value={search.reason ?? null}
          onChange={(reason) => change({ reason: (reason as Reason | null) ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': t.anyReason }}
          w={250}
        />
        <SearchBox
          label={t.player}
          w={220}
          value={search.user ?? ''}
          onChange={(user) => change({ user: user || undefined })}
        />
        <SearchBox
          label={t.transaction}
          w={220}
          value={search.q ?? ''}
          onChange={(q) => change({ q: q || undefined })}
        />
        {hasGameField && (
          <SearchBox
            label={t.game}
            w={220}
            value={search.game ?? ''}
            onChange={(game) => change({ game: isGame(game) ? game : undefined })}
          />
        )}
      </Group>
      {search.reason && (
        <Text size="sm" c="dimmed" mb="md">
          {t.reasons[search.reason]}
        </Text>
      )}
      <KeysetTable
        name="unmatched"
        label={t.list}
        minWidth={960}
        columns={unmatchedColumns}
        query={query}
        rowKey={(row) => row.payment_id}
        onSave={() => saveList('unmatched-payments', 'listUnmatchedPayments', unmatchedInput(search))}
        empty={<NonePaid isFiltered={Object.keys(search).length > 0} />}
      />
    </>
  );
}

function NonePaid({ isFiltered }: { isFiltered: boolean }) {
  const change = useChangeSearch<UnmatchedSearch>();
  if (!isFiltered)
    return (
      <EmptyState icon={<IconReceipt size={26} />} title={t.none}>
        {t.noneText}
      </EmptyState>
    );
  const clear = (
    <Button
      variant="default"
      onClick={() => change({ reason: undefined, user: undefined, game: undefined, q: undefined })}
    >
      {t.clear}
    </Button>
  );
  return (
    <EmptyState icon={<IconReceipt size={26} />} title={t.noMatch} action={clear}>
      {t.noMatchText}
    </EmptyState>
  );
}
