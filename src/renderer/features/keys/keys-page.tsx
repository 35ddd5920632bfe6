import { Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { KEY_KINDS } from '../../../../daemon/contract/endpoint.ts';
import { KEY_STATES } from '../../../../daemon/contract/words.ts';
import { saveList } from '../../client/save-list.ts';
import { usePaging } from '../../client/table-look.ts';
import { DataTable } from '../../components/data-table.tsx';
import { IconPassword, IconPlus } from '../../components/icons.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { NoMatch } from '../../components/no-match.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useChangeSearch, useParsedSearch } from '../../lib/list-search.ts';
import { keys as t } from '../../texts/keys.ts';
import { keyColumns } from './key-columns.tsx';
import { type ApiKey, DEFAULT_SORT, type KeysSearch, keysQuery, parseKeysSearch } from './keys-queries.ts';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

const NO_FILTERS = { q: undefined, kind: undefined, state: undefined };

/** Lists the keys for programs that call the daemon. */
export function KeysPage() {
  const search = useParsedSearch(parseKeysSearch);
  const change = useChangeSearch<KeysSearch>();
  const query = useQuery(keysQuery({ ...search, ...usePaging() }));
  const [rotating, setRotating] = useState<ApiKey | null>(null);
  return (
    <>
      <PageHeader title={t.title} note={t.note} actions={<NewKeyButton />} />
      <Filters search={search} />
      <DataTable
        name="keys"
        label={t.list}
        minWidth={960}
        columns={keyColumns(setRotating)}
        query={query}
        rowKey={(row) => row.key_id}
        onSave={() => saveList('api-keys', 'listApiKeys', { query: search })}
        sort={search.sort ?? DEFAULT_SORT}
        onSort={(sort) => change({ sort: sort as KeysSearch['sort'] })}
        onPage={(page) => change({ page })}
        empty={<NoKeys isFiltered={Boolean(search.q || search.kind || search.state)} />}
      />
      <RotateKeyDialog apiKey={rotating} onClose={() => setRotating(null)} />
      <Outlet />
    </>
  );
}

function Filters({ search }: { search: KeysSearch }) {
  const change = useChangeSearch<KeysSearch>();
  return (
    <Group mb="md" gap="sm">
      <SearchBox label={t.search} value={search.q ?? ''} onChange={(q) => change({ q: q || undefined })} />
      <Select
        aria-label={t.kind}
        placeholder={t.anyKind}
        data={KEY_KINDS.map((value) => ({ value, label: t.kinds[value] }))}
        value={search.kind ?? null}
        onChange={(kind) => change({ kind: (kind as KeysSearch['kind'] | null) ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': t.anyKind }}
        w={150}
      />
      <Select
        aria-label={t.state}
        placeholder={t.anyState}
        data={KEY_STATES.map((value) => ({ value, label: t.states[value] }))}
        value={search.state ?? null}
        onChange={(state) => change({ state: (state as KeysSearch['state'] | null) ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': t.anyState }}
        w={160}
      />
    </Group>
  );
}

const NewKeyButton = () => (
  <ButtonLink to="/api-keys/new" search={true} leftSection={<IconPlus size={16} />}>
    {t.create}
  </ButtonLink>
);

function NoKeys({ isFiltered }: { isFiltered: boolean }) {
  const change = useChangeSearch<KeysSearch>();
  if (!isFiltered)
    return (
      <EmptyState icon={<IconPassword size={26} />} title={t.noneTitle} action={<NewKeyButton />}>
        {t.noneText}
      </EmptyState>
    );
  return (
    <NoMatch icon={<IconPassword size={26} />} title={t.noMatch} clear={t.clear} onClear={() => change(NO_FILTERS)}>
      {t.noMatchText}
    </NoMatch>
  );
}
