import { type Candidate, DATABASES, EXPRESS, type Figure, redeemOf } from './candidate.ts';
import { CANDIDATES } from './candidates.ts';
import { figureText, markdownTable, spreadText } from './markdown-table.ts';
import type { Measured } from './measure.ts';
import { RACERS } from './race.ts';
import type { CpuOfRequest, LoadFigure } from './run-load.ts';
import { ratioSpread, spreadOfId } from './spread.ts';

const ALL: readonly Candidate[] = [...CANDIDATES.capacities, ...CANDIDATES.times];
/** If the load generator is busy for at least this share of the time, the figure shows its limit, not the server's. */
const BUSY = 0.9;

export const rateOf = ({ rate }: Figure) => rate;
export const nameOf = (id: string) => ALL.find((one) => one.id === id)?.name ?? id;
export const measuredOf = ({ repeats, absent }: Measured, group: Candidate['group']) =>
  ALL.filter((one) => one.group === group && (absent.includes(one.id) || repeats.some((repeat) => repeat[one.id])));

/** Returns a table of rates, with their ratios to the yardstick's rate in the same repeat. */
export function ratesTable(measured: Measured, ids: readonly string[], yardstick: string): string {
  const { repeats } = measured;
  const rows = ids.map((id) => {
    const unit = ALL.find((one) => one.id === id)?.unit ?? '';
    const isComparable = unit === ALL.find((one) => one.id === yardstick)?.unit;
    const mark = isLoadBound(measured, id) ? ' *' : '';
    const rate = spreadOfId(repeats, id, rateOf);
    return [
      nameOf(id),
      rate
        ? `${spreadText(rate)} ${unit}${mark}`
        : `not measured: ${failedIn(measured).includes(id) ? 'it failed' : 'this machine has no pgbench'}`,
      isComparable ? spreadText(ratioSpread(repeats, id, yardstick, rateOf)) : '',
    ];
  });
  return markdownTable(['what', 'measured', `ratio to ${nameOf(yardstick)}`], rows);
}

/** Returns figures that failed in at least one repeat. A missing pgbench is not a failure. */
export const failedIn = ({ absent, machine }: Measured) =>
  absent.filter((id) => id !== 'singly Postgres' || machine.hasPgbench);

export const isLoadBound = ({ repeats }: Measured, id: string) =>
  (spreadOfId(repeats, id, ({ loadBusy }) => loadBusy ?? null)?.median ?? 0) >= BUSY;

/** The project's goals for each database; an empty string if there is none. */
const GOALS = {
  SQLite: { express: '2.0', http: '0.45', hot: '0.9', events: '0.6' },
  Postgres: { express: '0.8', http: '', hot: '', events: '0.5' },
};

/** Pairs of figures whose ratio is computed within one repeat. */
const COMPARISONS: readonly (readonly [id: string, yardstick: string, goal: string])[] = DATABASES.flatMap(
  (database) => {
    const goals = GOALS[database];
    return [
      [redeemOf(database), EXPRESS, goals.express],
      [redeemOf(database), 'echo http', goals.http],
      [redeemOf(database), `singly ${database}`, ''],
      [`hot ${database}`, redeemOf(database), goals.hot],
      [`payments ${database}`, `insert ${database}`, goals.events],
      [`payments ${database}`, `rows of payments ${database}`, ''],
      [`SDK events ${database}`, `insert ${database}`, goals.events],
      [`SDK events ${database}`, `rows of SDK events ${database}`, ''],
    ] as const;
  },
);

export function comparisonTable({ repeats }: Measured): string {
  const rows = COMPARISONS.map(([id, yardstick, goal]) => [
    nameOf(id),
    nameOf(yardstick),
    spreadText(ratioSpread(repeats, id, yardstick, rateOf)),
    goal,
  ]).filter(([, , ratio]) => ratio !== '–');
  return markdownTable(['what', 'compared with', 'ratio', 'goal'], rows);
}

export function raceTable({ races }: Measured): string {
  const rows = RACERS.filter(({ id }) => races.some((race) => race[id])).map(({ id }) => [
    raceName(id),
    ...(['granted', 'stored', 'failed'] as const).map((what) =>
      spreadText(spreadOfId(races, id, (race) => race[what])),
    ),
  ]);
  return markdownTable(['program', 'users who got the code', 'claims stored', 'errors'], rows);
}

export const raceName = (id: string) =>
  id.startsWith('redeemd') ? id.replace(' ', ', ') : `Express and ${id.replace(' ', ', ')}`;

export function timesTable(measured: Measured): string {
  const { repeats } = measured;
  const rows = measuredOf(measured, 'times').map(({ id, name }) => {
    const part = id.includes('0.5') ? '50%' : '80%';
    const text = (at: keyof LoadFigure['times']) =>
      spreadText(spreadOfId(repeats, id, ({ times }) => times?.[at] ?? null));
    const rate = spreadOfId(repeats, id, rateOf);
    const refused = spreadText(spreadOfId(repeats, id, (figure) => (figure.refused ?? 0) * 100));
    return [
      name,
      part,
      rate ? figureText(rate.median) : '–',
      text('p50'),
      text('p95'),
      text('p99'),
      text('lagP99'),
      refused,
    ];
  });
  return markdownTable(
    ['what', 'share of capacity', 'requests/s', 'p50 ms', 'p95 ms', 'p99 ms', 'sent late, p99 ms', 'refused, %'],
    rows,
  );
}

const PARTS: readonly (keyof CpuOfRequest)[] = ['main', 'writer', 'others', 'postgres', 'load'];

export function cpuTable({ repeats }: Measured): string {
  const shown = ALL.filter(({ id, group }) => group !== 'times' && repeats.some((repeat) => repeat[id]?.cpu));
  const rows = shown.map(({ id, name, group }) => [
    group === 'teams' ? `${name}, 200 codes with a limit` : name,
    ...PARTS.map((part) => spreadText(spreadOfId(repeats, id, ({ cpu }) => cpu?.[part] ?? null))),
    spreadText(spreadOfId(repeats, id, ({ loadBusy }) => (loadBusy === undefined ? null : loadBusy * 100))),
  ]);
  return markdownTable(
    ['what', 'main thread', 'writer', 'other threads', 'Postgres', 'load generator', 'load generator busy, %'],
    rows,
  );
}
