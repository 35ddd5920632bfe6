import { Anchor, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { saveList } from '../../client/save-list.ts';
import { actionInWords, fieldInWords } from '../../components/audit-words.ts';
import { IconListSearch } from '../../components/icons.tsx';
import { Instant } from '../../components/instant.tsx';
import { KeysetTable } from '../../components/keyset-table.tsx';
import { NoMatch } from '../../components/no-match.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { EmptyState, ErrorState } from '../../components/states.tsx';
import type { Column } from '../../components/table-frame.tsx';
import { useChangeSearch, useParsedSearch } from '../../lib/list-search.ts';
import { audit as t } from '../../texts/audit.ts';
import { AuditFilters, VIEWER_ZONE } from './audit-filters.tsx';
import {
  type AuditSearch,
  auditInput,
  auditQuery,
  entryQuery,
  objectInWords,
  parseAuditSearch,
} from './audit-queries.ts';
import { type AuditEntry, pairsOf, sidesOf } from './audit-values.ts';
import { ChainState } from './chain-state.tsx';
import { EntryDetails } from './entry-details.tsx';

const NO_FILTERS = {
  ...{ q: undefined, staff: undefined, action: undefined, entity: undefined },
  ...{ entity_id: undefined, from: undefined, to: undefined },
};

/** Lists the changes and who made them. */
export function AuditPage() {
  const { entry, ...search } = useParsedSearch(parseAuditSearch);
  const change = useChangeSearch<AuditSearch>();
  const query = useInfiniteQuery(auditQuery(search, VIEWER_ZONE));
  return (
    <>
      <PageHeader title={t.title} note={t.note} />
      <ChainState />
      <AuditFilters search={search} />
      <KeysetTable
        name="audit"
        label={t.list}
        minWidth={820}
        columns={columnsOf((id) => change({ entry: id }))}
        query={query}
        rowKey={(row) => row.audit_id}
        onSave={() => saveList('audit-log', 'listAudit', auditInput(search, VIEWER_ZONE))}
        empty={<NoEntries isFiltered={Object.keys(search).length > 0} />}
      />
      <SideDrawer
        isOpen={entry !== undefined}
        title={entry === undefined ? '' : t.entry(entry)}
        size={760}
        onClose={() => change({ entry: undefined })}
      >
        {entry !== undefined && (
          <OpenEntry id={entry} known={query.data?.pages.flatMap(({ data }) => data).find(isEntry(entry))} />
        )}
      </SideDrawer>
    </>
  );
}

const isEntry = (id: number) => (entry: AuditEntry) => entry.audit_id === id;

/** Shows the entry that the address names, even if it is not among the rows of the list. */
function OpenEntry({ id, known }: { id: number; known: AuditEntry | undefined }) {
  const query = useQuery({ ...entryQuery(id), enabled: known === undefined });
  const entry = known ?? query.data;
  if (entry) return <EntryDetails entry={entry} />;
  if (query.error)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  if (entry === undefined) return <Skeleton h={360} aria-busy aria-label={t.loadingOne} />;
  return (
    <EmptyState icon={<IconListSearch size={26} />} title={t.missing}>
      {t.missingText}
    </EmptyState>
  );
}

function NoEntries({ isFiltered }: { isFiltered: boolean }) {
  const change = useChangeSearch<AuditSearch>();
  if (!isFiltered)
    return (
      <EmptyState icon={<IconListSearch size={26} />} title={t.noneTitle}>
        {t.noneText}
      </EmptyState>
    );
  return (
    <NoMatch icon={<IconListSearch size={26} />} title={t.noMatch} clear={t.clear} onClear={() => change(NO_FILTERS)}>
      {t.noMatchText}
    </NoMatch>
  );
}

const changedNames = (entry: AuditEntry) =>
  sidesOf(entry).length < 2
    ? ''
    : pairsOf(entry)
        .filter(({ isChanged }) => isChanged)
        .map(({ name }) => fieldInWords(name))
        .join(', ');

const columnsOf = (onOpen: (id: number) => void): Column<AuditEntry>[] => [
  {
    key: 'what',
    header: t.what,
    width: '26%',
    render: (entry) => (
      <Anchor
        component="button"
        type="button"
        inherit
        ta="left"
        fw={600}
        c="var(--mantine-color-text)"
        aria-label={t.open(actionInWords(entry.action), entry.audit_id)}
        onClick={() => onOpen(entry.audit_id)}
      >
        {actionInWords(entry.action)}
      </Anchor>
    ),
  },
  {
    key: 'object',
    header: t.object,
    render: (entry) => (
      <Text inherit lineClamp={1} title={objectInWords(entry)}>
        <bdi>{objectInWords(entry)}</bdi>
      </Text>
    ),
  },
  {
    key: 'fields',
    header: t.fields,
    width: '20%',
    render: (entry) => (
      <Text inherit c="dimmed" lineClamp={1} title={changedNames(entry)}>
        {changedNames(entry)}
      </Text>
    ),
  },
  {
    key: 'who',
    header: t.who,
    render: ({ staff }) => (
      <Text inherit truncate maw={200} title={staff?.email} c={staff ? undefined : 'dimmed'}>
        {staff ? <bdi>{staff.name}</bdi> : t.system}
      </Text>
    ),
  },
  { key: 'when', header: t.when, width: 160, render: ({ at }) => <Instant at={at} /> },
];
