import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { saveList } from '../../client/save-list.ts';
import type { SdkEvent } from '../../client/sdk-events.ts';
import { EventDrawer } from '../../components/event-drawer.tsx';
import { IconChartDots } from '../../components/icons.tsx';
import { Instant } from '../../components/instant.tsx';
import { KeysetTable } from '../../components/keyset-table.tsx';
import { NoMatch } from '../../components/no-match.tsx';
import { RowName } from '../../components/row-name.tsx';
import { EmptyState } from '../../components/states.tsx';
import type { Column } from '../../components/table-frame.tsx';
import { useChangeSearch } from '../../lib/list-search.ts';
import { events as t } from '../../texts/events.ts';
import { EventFilters } from './event-filters.tsx';
import { type EventsSearch, eventsInput, eventsQuery, isFiltered, NO_FILTERS } from './events-queries.ts';

export function EventsList({ search, now }: { search: EventsSearch; now: number }) {
  const query = useInfiniteQuery(eventsQuery(search, now));
  const [open, setOpen] = useState<SdkEvent | null>(null);
  return (
    <>
      <EventFilters search={search} fields={['game', 'type', 'sub', 'user', 'anon', 'session']} />
      <KeysetTable
        name="events"
        label={t.list}
        minWidth={900}
        columns={columnsOf(setOpen)}
        query={query}
        rowKey={(row) => row.event_id}
        onSave={() => saveList('sdk-events', 'listEvents', eventsInput(search, now))}
        empty={<NoEvents isFiltered={isFiltered(search)} />}
      />
      <EventDrawer event={open} onClose={() => setOpen(null)} />
    </>
  );
}

function NoEvents({ isFiltered }: { isFiltered: boolean }) {
  const change = useChangeSearch<EventsSearch>();
  if (!isFiltered)
    return (
      <EmptyState icon={<IconChartDots size={26} />} title={t.noneTitle}>
        {t.noneText}
      </EmptyState>
    );
  return (
    <NoMatch icon={<IconChartDots size={26} />} title={t.noMatch} clear={t.clear} onClear={() => change(NO_FILTERS)}>
      {t.noMatchText}
    </NoMatch>
  );
}

const Id = ({ value }: { value: string | null }) => (
  <Text inherit className="mono" truncate maw={110} title={value ?? undefined}>
    {value === null ? t.none : <bdi>{value}</bdi>}
  </Text>
);

const columnsOf = (onOpen: (event: SdkEvent) => void): Column<SdkEvent>[] => [
  {
    key: 'event',
    header: t.event,
    width: '26%',
    render: (event) => (
      <RowName
        label={t.open1(`${event.event_type} · ${event.event_sub_type}`, event.event_id)}
        onOpen={() => onOpen(event)}
      >
        <bdi>{event.event_type}</bdi> · <bdi>{event.event_sub_type}</bdi>
      </RowName>
    ),
  },
  { key: 'game', header: t.game, render: ({ game_id }) => <Id value={game_id} /> },
  { key: 'user', header: t.user, render: ({ user_id }) => <Id value={user_id} /> },
  { key: 'anon', header: t.anonymous, render: ({ anon_id }) => <Id value={anon_id} /> },
  { key: 'session', header: t.session, render: ({ session_id }) => <Id value={session_id} /> },
  { key: 'when', header: t.when, width: 160, render: ({ created_at }) => <Instant at={created_at} /> },
];
