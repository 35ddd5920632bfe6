import { Badge, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import type { KeyPool } from '../../client/key-pools.ts';
import { saveList } from '../../client/save-list.ts';
import { useMay } from '../../client/session.ts';
import { usePaging } from '../../client/table-look.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { IconTicket } from '../../components/first-icons.tsx';
import { IconPlus } from '../../components/icons.tsx';
import { Instant } from '../../components/instant.tsx';
import { ButtonLink, TextLink } from '../../components/links.tsx';
import { NoMatch } from '../../components/no-match.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { EmptyState } from '../../components/states.tsx';
import { formatCount } from '../../lib/format.ts';
import { useChangeSearch, useParsedSearch } from '../../lib/list-search.ts';
import { keyPools as t } from '../../texts/key-pools.ts';
import {
  DEFAULT_SORT,
  type KeyPoolsSearch,
  keyPoolsInput,
  keyPoolsQuery,
  parseKeyPoolsSearch,
} from './key-pools-queries.ts';

/** Lists the key pools with their stock. */
export function KeyPoolsPage() {
  const search = useParsedSearch(parseKeyPoolsSearch);
  const change = useChangeSearch<KeyPoolsSearch>();
  return (
    <>
      <PageHeader title={t.title} note={t.note} actions={<NewPoolButton />} />
      <Group mb="md">
        <SearchBox label={t.search} value={search.q ?? ''} onChange={(q) => change({ q: q || undefined })} />
      </Group>
      <DataTable
        name="key-pools"
        label={t.title}
        minWidth={700}
        columns={COLUMNS}
        query={useQuery(keyPoolsQuery({ ...search, ...usePaging() }))}
        rowKey={({ pool_id }) => pool_id}
        onSave={() => saveList('key-pools', 'listKeyPools', keyPoolsInput(search))}
        sort={search.sort ?? DEFAULT_SORT}
        onSort={(sort) => change({ sort: sort as KeyPoolsSearch['sort'] })}
        onPage={(page) => change({ page })}
        empty={<NoPools isFiltered={Boolean(search.q)} />}
      />
      <Outlet />
    </>
  );
}

const COLUMNS: Column<KeyPool>[] = [
  {
    key: 'name',
    header: t.name,
    sort: 'name',
    render: (pool) => (
      <Group gap="xs">
        <TextLink to="/key-pools/$poolId" params={{ poolId: String(pool.pool_id) }} inherit fw={600}>
          <bdi>{pool.name}</bdi>
        </TextLink>
        <StockBadge pool={pool} />
      </Group>
    ),
  },
  {
    key: 'left',
    header: t.left,
    sort: 'keys_left',
    align: 'right',
    width: 140,
    render: ({ keys_left }) => formatCount(keys_left),
  },
  { key: 'used', header: t.used, align: 'right', width: 140, render: ({ keys_used }) => formatCount(keys_used) },
  {
    key: 'lowStock',
    header: t.lowStock,
    align: 'right',
    width: 140,
    render: ({ low_stock }) => (low_stock === 0 ? '–' : formatCount(low_stock)),
  },
  {
    key: 'made',
    header: t.made,
    sort: 'created_at',
    width: 160,
    render: ({ created_at }) => <Instant at={created_at} day />,
  },
];

/** Shows that a pool has few unused keys left, or none. */
export function StockBadge({ pool: { keys_left, is_low } }: { pool: KeyPool }) {
  if (keys_left === 0) return <Badge color="red">{t.empty}</Badge>;
  return is_low ? <Badge color="yellow">{t.low}</Badge> : null;
}

function NewPoolButton() {
  if (!useMay()('createKeyPool')) return null;
  return (
    <ButtonLink to="/key-pools/new" search={true} leftSection={<IconPlus size={16} />}>
      {t.add}
    </ButtonLink>
  );
}

function NoPools({ isFiltered }: { isFiltered: boolean }) {
  const change = useChangeSearch<KeyPoolsSearch>();
  const icon = <IconTicket size={26} />;
  if (!isFiltered)
    return (
      <EmptyState icon={icon} title={t.none} action={<NewPoolButton />}>
        {t.noneText}
      </EmptyState>
    );
  return (
    <NoMatch icon={icon} title={t.noMatch} clear={t.clear} onClear={() => change({ q: undefined })}>
      {t.noMatchText}
    </NoMatch>
  );
}
