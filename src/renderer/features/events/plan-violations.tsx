import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { saveList } from '../../client/save-list.ts';
import { usePaging } from '../../client/table-look.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { IconCheck } from '../../components/icons.tsx';
import { Instant } from '../../components/instant.tsx';
import { RowName } from '../../components/row-name.tsx';
import { EmptyState } from '../../components/states.tsx';
import { StoredEvent } from '../../components/stored-event.tsx';
import { formatCount } from '../../lib/format.ts';
import { useChangeSearch } from '../../lib/list-search.ts';
import { events } from '../../texts/events.ts';
import { trackingPlan as t } from '../../texts/tracking-plan.ts';
import type { EventsSearch } from './events-queries.ts';
import { type ViolationRow, violationsInput, violationsQuery } from './plan-queries.ts';

/** Lists the events that do not fit their plan, by type, sub-type and field. */
export function PlanViolations({ search, now }: { search: EventsSearch; now: number }) {
  const change = useChangeSearch<EventsSearch>();
  const [open, setOpen] = useState<ViolationRow | null>(null);
  return (
    <section aria-labelledby="violations-title">
      <Title order={2} size="h5" id="violations-title" mb={4}>
        {t.violations}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t.violationsNote}
      </Text>
      <DataTable
        name="plan-violations"
        label={t.violations}
        minWidth={860}
        columns={columnsOf(setOpen)}
        query={useQuery(violationsQuery(search, now, usePaging()))}
        rowKey={keyOf}
        onPage={(page) => change({ page })}
        onSave={() => saveList('plan-violations', 'listPlanViolations', violationsInput(search, now))}
        empty={
          <EmptyState icon={<IconCheck size={26} />} title={t.none}>
            {t.noneText}
          </EmptyState>
        }
      />
      {open && <StoredEvent key={open.last_event_id} event={exampleOf(open)} onClose={() => setOpen(null)} />}
    </section>
  );
}

const keyOf = ({ game_id, event_type, event_sub_type, field, fault }: ViolationRow) =>
  JSON.stringify([game_id, event_type, event_sub_type, field, fault]);

/** Returns the newest event of a violation. */
const exampleOf = ({ last_event_id, last_at, ...row }: ViolationRow) => ({
  ...row,
  event_id: last_event_id,
  created_at: last_at,
});

const columnsOf = (onOpen: (row: ViolationRow) => void): Column<ViolationRow>[] => [
  {
    key: 'event',
    header: events.event,
    width: '26%',
    render: (row) => (
      <RowName label={t.open(`${row.event_type} · ${row.event_sub_type}`, row.field)} onOpen={() => onOpen(row)}>
        <bdi>{row.event_type}</bdi> · <bdi>{row.event_sub_type}</bdi>
      </RowName>
    ),
  },
  {
    key: 'field',
    header: t.field,
    width: '22%',
    render: ({ field }) => (
      <Text inherit className="mono" lineClamp={1} title={field} style={{ wordBreak: 'break-all' }}>
        {field === '' ? events.none : <bdi>{field}</bdi>}
      </Text>
    ),
  },
  { key: 'fault', header: t.fault, render: ({ fault }) => t.kinds[fault] },
  {
    key: 'game',
    header: events.game,
    render: ({ game_id }) => (
      <Text inherit className="mono" truncate maw={110} title={game_id}>
        {game_id}
      </Text>
    ),
  },
  { key: 'events', header: events.count, align: 'right', render: ({ events: count }) => formatCount(count) },
  { key: 'last', header: t.last, width: 160, render: ({ last_at }) => <Instant at={last_at} /> },
];
