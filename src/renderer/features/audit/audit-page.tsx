import { Anchor, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { IconListSearch } from '../../components/icons.tsx';
import { Instant } from '../../components/instant.tsx';
import { KeysetTable } from '../../components/keyset-table.tsx';
import { NoMatch } from '../../components/no-match.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { EmptyState } from '../../components/states.tsx';
import type { Column } from '../../components/table-frame.tsx';
import { useChangeSearch, useParsedSearch } from '../../lib/list-search.ts';
import { audit as t } from '../../texts/audit.ts';
import { AuditFilters, VIEWER_ZONE } from './audit-filters.tsx';
import {
  type AuditEntry,
  type AuditSearch,
  auditQuery,
  fieldInWords,
  idsInWords,
  inWords,
  isChanged,
  pairsOf,
  parseAuditSearch,
  sidesOf,
} from './audit-queries.ts';
import { ChainState } from './chain-state.tsx';
import { EntryDetails } from './entry-details.tsx';

const NO_FILTERS = {
  ...{ q: undefined, staff: undefined, action: undefined, entity: undefined },
  ...{ entity_id: undefined, from: undefined, to: undefined },
};

/** Who changed what. */
export function AuditPage() {
  const search = useParsedSearch(parseAuditSearch);
  const query = useInfiniteQuery(auditQuery(search, VIEWER_ZONE));
  const [open, setOpen] = useState<AuditEntry | null>(null);
  return (
    <>
      <PageHeader title={t.title} note={t.note} />
      <ChainState />
      <AuditFilters search={search} />
      <KeysetTable
        label={t.list}
        minWidth={820}
        columns={columnsOf(setOpen)}
        query={query}
        rowKey={(row) => row.audit_id}
        empty={<NoEntries isFiltered={Object.keys(search).length > 0} />}
      />
      <SideDrawer
        isOpen={open !== null}
        title={open ? t.entry(open.audit_id) : ''}
        size={760}
        onClose={() => setOpen(null)}
      >
        {open && <EntryDetails entry={open} />}
      </SideDrawer>
    </>
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
        .filter(isChanged)
        .map(({ name }) => fieldInWords(name))
        .join(', ');

const columnsOf = (onOpen: (entry: AuditEntry) => void): Column<AuditEntry>[] => [
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
        aria-label={t.open(inWords(entry.action), entry.audit_id)}
        onClick={() => onOpen(entry)}
      >
        {inWords(entry.action)}
      </Anchor>
    ),
  },
  {
    key: 'id',
    header: t.entityId,
    render: (entry) => (
      <Text inherit className="mono" truncate maw={160} title={idsInWords(entry)}>
        <bdi>{idsInWords(entry)}</bdi>
      </Text>
    ),
  },
  {
    key: 'fields',
    header: t.fields,
    width: '24%',
    render: (entry) => (
      <Text inherit c="dimmed" truncate maw={240} title={changedNames(entry)}>
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
