import { ActionIcon, Group, Progress, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { saveList } from '../../client/save-list.ts';
import { IconArrowDown, IconArrowUp, IconFilter, IconX } from '../../components/icons.tsx';
import { EmptyState, ErrorState } from '../../components/states.tsx';
import { type Column, TableFrame } from '../../components/table-frame.tsx';
import { formatCount, formatShare } from '../../lib/format.ts';
import { formatDuration } from '../../lib/format-duration.ts';
import { useLastingError } from '../../lib/lasting-error.ts';
import { useChangeSearch } from '../../lib/list-search.ts';
import { events } from '../../texts/events.ts';
import { CountNote } from './count-note.tsx';
import { EventFilters } from './event-filters.tsx';
import {
  MOST_STEPS,
  type Step,
  type StepCount,
  stepsInput,
  stepsOf,
  stepsQuery,
  textOf,
  WITHIN_HOURS,
} from './event-steps.ts';
import { type EventsSearch, type Stats, spanOf, typesQuery } from './events-queries.ts';
import { SaveFigure } from './save-figure.tsx';
import { useFigure } from './use-figure.ts';

const t = events.steps;

/** Shows how many people completed the chosen steps in order. */
export function StepsTab({ search, now }: { search: EventsSearch; now: number }) {
  const steps = stepsOf(search.steps);
  const query = useFigure(stepsQuery(spanOf(search, now), search));
  const error = useLastingError(query);
  const { data, count } = query;
  const counts = query.isPlaceholderData ? null : data?.steps;
  if (error && !data)
    return <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  return (
    <>
      <EventFilters search={search} fields={['game']} />
      <StepChoice search={search} now={now} steps={steps} />
      <Text size="sm" c="dimmed" mb="md">
        {t.note}
      </Text>
      <CountNote count={count} />
      {steps.length === 0 ? (
        <div className="card">
          <EmptyState icon={<IconFilter size={26} />} title={t.empty}>
            {t.emptyText}
          </EmptyState>
        </div>
      ) : (
        <>
          <Funnel steps={steps} counts={counts ?? []} isBusy={query.isFetching} />
          <SaveFigure
            rows={counts}
            onSave={() => saveList('funnel', 'eventSteps', stepsInput(spanOf(search, now), search))}
          />
        </>
      )}
    </>
  );
}

interface StepChoiceProps {
  search: EventsSearch;
  now: number;
  steps: readonly Step[];
}

function StepChoice({ search, now, steps }: StepChoiceProps) {
  const change = useChangeSearch<EventsSearch>();
  const { data: stats } = useQuery(typesQuery(search, now));
  const add = (step: string | null) => step && change({ steps: textOf([...steps, JSON.parse(step) as Step]) });
  return (
    <Group mb="sm" gap="sm">
      <Select
        aria-label={t.add}
        placeholder={steps.length < MOST_STEPS ? t.add : t.full}
        disabled={steps.length >= MOST_STEPS}
        data={choicesOf(stats)}
        value={null}
        onChange={add}
        searchable
        nothingFoundMessage={t.unknown}
        w={320}
        maw="100%"
      />
      <Select
        aria-label={t.within}
        placeholder={t.anyTime}
        data={WITHIN_HOURS.map((value) => ({ value, label: t.hours[value] }))}
        value={search.within ?? null}
        onChange={(within) => change({ within: (within as EventsSearch['within'] | null) ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': t.anyTime }}
        w={280}
        maw="100%"
      />
    </Group>
  );
}

/** Returns the sub-types in the daemon's order, most frequent first, then each type with any sub-type. */
function choicesOf(stats: Stats | undefined) {
  const types = stats?.types ?? [];
  const any = [...new Set(types.map(({ event_type }) => event_type))].map((type): Step => [type, null]);
  const each = types.map(({ event_type, event_sub_type }): Step => [event_type, event_sub_type]);
  return [...each, ...any].map((step) => ({ value: JSON.stringify(step), label: nameOf(step) }));
}

const nameOf = ([type, sub]: Step) => `${type} · ${sub ?? t.anySubType}`;

interface FunnelRow {
  at: number;
  name: string;
  users: number | undefined;
  first: number | undefined;
  before: number | undefined;
  median: number | null | undefined;
  p90: number | null | undefined;
  steps: number;
  move: (by: -1 | 1) => void;
  remove: () => void;
}

interface FunnelProps {
  steps: readonly Step[];
  counts: readonly StepCount[];
  isBusy: boolean;
}

function Funnel({ steps, counts, isBusy }: FunnelProps) {
  const change = useChangeSearch<EventsSearch>();
  const rows = steps.map((step, at): FunnelRow => {
    const others = steps.filter((_, other) => other !== at);
    const remove = () => change({ steps: textOf(others) });
    const move = (by: -1 | 1) => change({ steps: textOf(others.toSpliced(at + by, 0, step)) });
    const { users, median_ms: median, p90_ms: p90 } = counts[at] ?? {};
    const before = { first: counts[0]?.users, before: counts[at - 1]?.users };
    return { at, name: nameOf(step), users, ...before, median, p90, steps: steps.length, move, remove };
  });
  return (
    <TableFrame label={t.funnel} minWidth={820} columns={columns} rows={rows} rowKey={({ at }) => at} isBusy={isBusy} />
  );
}

const ratioOf = (users: number, of: number) => (of === 0 ? 0 : users / of);
const shareOf = (users: number | undefined, of: number | undefined) =>
  users === undefined || of === undefined ? '' : formatShare(ratioOf(users, of));

const timeOf = (ms: number | null | undefined) => (typeof ms === 'number' ? formatDuration(ms) : '');

/** Shows the share of the first step's users who reached a step, as a percentage and a bar. */
const OfFirst = ({ row: { users, first } }: { row: FunnelRow }) =>
  users !== undefined &&
  first !== undefined && (
    <Stack gap={4}>
      {shareOf(users, first)}
      <Progress size={6} value={100 * ratioOf(users, first)} aria-label={t.ofFirst} />
    </Stack>
  );

interface MoveProps {
  row: FunnelRow;
  by: -1 | 1;
}

/** Moves a step. The focus moves with it, so that the user can press the button again. */
function Move({ row: { at, name, steps, move }, by }: MoveProps) {
  const isAtEnd = at + by < 0 || at + by === steps;
  const Icon = by < 0 ? IconArrowUp : IconArrowDown;
  return (
    <ActionIcon
      size="sm"
      variant="subtle"
      color="gray"
      aria-label={(by < 0 ? t.moveUp : t.moveDown)(at + 1, name)}
      aria-disabled={isAtEnd}
      data-disabled={isAtEnd || undefined}
      data-move={by}
      onClick={({ currentTarget }) => {
        if (isAtEnd) return;
        move(by);
        const rows = currentTarget.closest('tbody')?.rows;
        rows?.[at + by]?.querySelector<HTMLElement>(`[data-move="${by}"]`)?.focus();
      }}
    >
      <Icon size={14} />
    </ActionIcon>
  );
}

const columns: Column<FunnelRow>[] = [
  {
    key: 'step',
    header: t.step,
    width: '36%',
    render: ({ at, name }) => (
      <Text inherit lineClamp={1} title={name}>
        {formatCount(at + 1)}. <bdi>{name}</bdi>
      </Text>
    ),
  },
  {
    key: 'users',
    header: events.users,
    align: 'right',
    render: ({ users }) => (users === undefined ? '–' : formatCount(users)),
  },
  { key: 'first', header: t.ofFirst, width: '18%', render: (row) => <OfFirst row={row} /> },
  { key: 'before', header: t.ofBefore, align: 'right', render: ({ users, before }) => shareOf(users, before) },
  { key: 'median', header: t.median, align: 'right', render: ({ median }) => timeOf(median) },
  { key: 'p90', header: t.p90, align: 'right', render: ({ p90 }) => timeOf(p90) },
  {
    key: 'actions',
    header: t.actions,
    hideHeader: true,
    align: 'right',
    width: 110,
    render: (row) => (
      <Group gap={2} justify="flex-end" wrap="nowrap">
        <Move row={row} by={-1} />
        <Move row={row} by={1} />
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={t.remove(row.at + 1, row.name)}
          onClick={row.remove}
        >
          <IconX size={14} />
        </ActionIcon>
      </Group>
    ),
  },
];
