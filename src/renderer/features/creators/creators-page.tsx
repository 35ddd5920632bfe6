import { Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { CREATOR_STATUSES } from '../../../../daemon/contract/words.ts';
import { saveList } from '../../client/save-list.ts';
import { useMay } from '../../client/session.ts';
import { usePaging } from '../../client/table-look.ts';
import { DataTable } from '../../components/data-table.tsx';
import { IconUsers } from '../../components/first-icons.tsx';
import { IconUpload } from '../../components/icons.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { NoMatch } from '../../components/no-match.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useChangeSearch, useParsedSearch } from '../../lib/list-search.ts';
import { creators as t } from '../../texts/creators.ts';
import { creatorColumns } from './creator-columns.tsx';
import {
  type CreatorsSearch,
  creatorsInput,
  creatorsQuery,
  DEFAULT_SORT,
  parseCreatorsSearch,
} from './creators-queries.ts';

const FILTERS = [
  {
    name: 'status',
    label: t.status,
    any: t.anyStatus,
    data: CREATOR_STATUSES.map((value) => ({ value: value as string, label: t.statuses[value] })),
  },
  {
    name: 'has_payout_details',
    label: t.details,
    any: t.anyDetails,
    data: [
      { value: 'true', label: t.withDetails },
      { value: 'false', label: t.withoutDetails },
    ],
  },
  {
    name: 'on_hold',
    label: t.hold,
    any: t.anyHold,
    data: [
      { value: 'true', label: t.held },
      { value: 'false', label: t.notHeld },
    ],
  },
] as const;

export function CreatorsPage() {
  const search = useParsedSearch(parseCreatorsSearch);
  const change = useChangeSearch<CreatorsSearch>();
  const mayImport = useMay()('importCreators');
  return (
    <>
      <PageHeader title={t.title} note={t.note} actions={mayImport && <ImportButton />} />
      <Group mb="md" gap="sm">
        <SearchBox label={t.search} value={search.q ?? ''} onChange={(q) => change({ q: q || undefined })} />
        {FILTERS.map(({ name, label, any, data }) => (
          <Select
            key={name}
            aria-label={label}
            placeholder={any}
            data={[...data]}
            value={search[name] ?? null}
            onChange={(chosen) => change({ [name]: chosen ?? undefined })}
            clearable
            clearButtonProps={{ 'aria-label': any }}
            w={name === 'status' ? 150 : 240}
          />
        ))}
      </Group>
      <CreatorRows search={search} />
      <Outlet />
    </>
  );
}

/** A separate component, so that a response does not re-render the filters. */
function CreatorRows({ search }: { search: CreatorsSearch }) {
  const change = useChangeSearch<CreatorsSearch>();
  const isFiltered = Boolean(search.q || FILTERS.some(({ name }) => search[name]));
  return (
    <DataTable
      name="creators"
      label={t.title}
      minWidth={900}
      columns={creatorColumns}
      query={useQuery(creatorsQuery({ ...search, ...usePaging() }))}
      rowKey={(row) => row.creator_id}
      onSave={() => saveList('creators', 'listCreators', creatorsInput(search))}
      sort={search.sort ?? DEFAULT_SORT}
      onSort={(sort) => change({ sort: sort as CreatorsSearch['sort'] })}
      onPage={(page) => change({ page })}
      empty={<NoCreators isFiltered={isFiltered} />}
    />
  );
}

const ImportButton = () => (
  <ButtonLink to="/creators/import" variant="default" leftSection={<IconUpload size={16} />}>
    {t.import}
  </ButtonLink>
);

function NoCreators({ isFiltered }: { isFiltered: boolean }) {
  const mayImport = useMay()('importCreators');
  const change = useChangeSearch<CreatorsSearch>();
  const icon = <IconUsers size={26} />;
  if (!isFiltered)
    return (
      <EmptyState icon={icon} title={t.empty} action={mayImport && <ImportButton />}>
        {t.emptyText}
      </EmptyState>
    );
  const clear = () => change({ q: undefined, status: undefined, has_payout_details: undefined, on_hold: undefined });
  return (
    <NoMatch icon={icon} title={t.noMatch} clear={t.clear} onClear={clear}>
      {t.noMatchText}
    </NoMatch>
  );
}
