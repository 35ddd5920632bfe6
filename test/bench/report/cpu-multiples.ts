import { EXPRESS, type Figure, redeemOf } from './candidate.ts';
import { figureText, markdownTable, spreadText } from './markdown-table.ts';
import type { CpuOfRequest } from './run-load.ts';
import type { DatabaseName } from './servers.ts';
import { type Repeat, type Spread, spreadOf } from './spread.ts';

const BARE = 'echo http';

/** The cost or the rate of redeems, compared with an echo in the same repeat. */
interface Multiple {
  name: string;
  goal: string;
  /** @returns null if the repeat lacks a figure */
  valueIn(repeat: Repeat<Figure>): number | null;
}

const cpuOf = (database: DatabaseName, sumOf: (cpu: CpuOfRequest) => number | null) => (repeat: Repeat<Figure>) => {
  const cpu = repeat[redeemOf(database)]?.cpu;
  const spent = cpu ? sumOf(cpu) : null;
  const bare = repeat[BARE]?.cpu?.main;
  return spent === null || !bare ? null : spent / bare;
};

const daemonOf = ({ main, writer, others }: CpuOfRequest) => (main ?? 0) + (writer ?? 0) + (others ?? 0);

const timesExpress = (database: DatabaseName) => (repeat: Repeat<Figure>) => {
  const [redeem, express] = [repeat[redeemOf(database)], repeat[EXPRESS]];
  return redeem && express ? redeem.rate / express.rate : null;
};

const MULTIPLES: readonly Multiple[] = [
  { name: 'SQLite: main thread', goal: '1.7', valueIn: cpuOf('SQLite', ({ main }) => main) },
  { name: 'SQLite: daemon', goal: '3.0', valueIn: cpuOf('SQLite', daemonOf) },
  { name: 'Postgres: daemon', goal: '3.0', valueIn: cpuOf('Postgres', daemonOf) },
  { name: 'Postgres: database', goal: '2.8', valueIn: cpuOf('Postgres', ({ postgres }) => postgres) },
  { name: 'SQLite: rate relative to Express', goal: '2.0', valueIn: timesExpress('SQLite') },
  { name: 'Postgres: rate relative to Express', goal: '1.0', valueIn: timesExpress('Postgres') },
];

/** The multiples of one report, which later reports show next to their own. */
export interface Summary {
  measuredAt: string;
  node: string;
  /** CPU microseconds of a bare response, which show how fast the machine was. */
  bare: Spread | null;
  multiples: Record<string, Spread | null>;
}

interface Report {
  machine: { measuredAt: string; node: string };
  repeats: readonly Repeat<Figure>[];
}

export function summaryOf({ machine: { measuredAt, node }, repeats }: Report): Summary {
  const spreadIn = (valueIn: Multiple['valueIn']) =>
    spreadOf(repeats.map(valueIn).filter((value): value is number => value !== null));
  return {
    measuredAt,
    node,
    bare: spreadIn((repeat) => repeat[BARE]?.cpu?.main ?? null),
    multiples: Object.fromEntries(MULTIPLES.map(({ name, valueIn }) => [name, spreadIn(valueIn)])),
  };
}

/** Returns a table of this report and the earlier ones, newest first; false if this one has no CPU times. */
export function multiplesTable(report: Report, earlier: readonly Summary[]): string | false {
  const own = summaryOf(report);
  if (!own.bare) return false;
  const rows = [own, ...earlier].map(({ measuredAt, node, bare, multiples }) => [
    measuredAt,
    node,
    bare ? figureText(bare.median) : '–',
    ...MULTIPLES.map(({ name }) => spreadText(multiples[name] ?? null)),
  ]);
  const head = ['report', 'Node', 'bare response, µs', ...MULTIPLES.map(({ name }) => name)];
  return markdownTable(head, [['goal', '', '', ...MULTIPLES.map(({ goal }) => goal)], ...rows]);
}
