import type { Way } from '../support/cluster/patroni-cluster.ts';
import type { Watch } from '../support/cluster/watch.ts';
import type { KillFacts } from './daemon-kills.ts';
import type { Load } from './patroni-load.ts';

// Computes the figures and the faults of each round from the records of a drill.

/** The longest time allowed from the promotion until every daemon writes and is ready. */
const WRITES_MS = 5000;
/** The longest time for which a daemon may report that it is ready after its primary is gone. */
const TRUE_MS = 2000;
/** A promotion may have happened up to this long before the watch noticed it. */
const SEEN_MS = 500;

/** Moments are values of `performance.now()`. */
export interface RoundFacts {
  fault: string;
  from: number;
  /** When another node first reported that it was no longer a standby. */
  promoted: number;
  /** The number of nodes that did not come back automatically. */
  remade: number;
  until: number;
}

export interface DrillFacts {
  way: Way;
  rounds: RoundFacts[];
  /** The Unix time at which `performance.now()` was 0, to find the rounds in the logs. */
  origin: number;
  dead: number;
  /** The output of `verify` at the end; empty if there are no differences. */
  booksBalance: string;
  load: Pick<Load, 'tries' | 'acknowledged' | 'refused' | 'strange'>;
  watch: Pick<Watch, 'primaries' | 'ready'>;
  stored: Pick<KillFacts, 'claims' | 'payments'>;
}

export interface RoundFigures {
  way: Way;
  fault: string;
  acknowledged: number;
  lost: number;
  /** From the fault to the promotion. */
  promotedMs: number;
  /** From the promotion to the first acknowledged write, and until every daemon had acknowledged one. */
  firstWriteMs: number;
  allWriteMs: number;
  /** The number of 503 responses, and of attempts without a response within 15 s. */
  unavailable: number;
  unanswered: number;
  /**
   * The 503 responses before the fault, or to requests sent more than `WRITES_MS` after the promotion, as times since
   * the promotion. Requests in progress that the next fault interrupts do not count against this round.
   */
  needlessMs: number[];
  /** The longest time until a 503 response. */
  slowest503Ms: number;
  /** Checks of `/readyz` that got 200 although there had been no primary for longer than allowed. */
  wronglyReady: number;
  /** From the promotion until every daemon was ready and stayed so. */
  readyMs: number;
  remade: number;
}

export function figuresOf(facts: DrillFacts): RoundFigures[] {
  const kept = new Set([...facts.stored.claims.map(({ user }) => user), ...facts.stored.payments]);
  return facts.rounds.map((round, at) => {
    const begin = at === 0 ? 0 : (facts.rounds[at - 1]?.until ?? 0);
    const { fault, from, promoted, until } = round;
    const inRound = (moment: number) => moment >= begin && moment < until;
    const acknowledged = facts.load.acknowledged.filter((one) => inRound(one.at));
    const tries = facts.load.tries.filter((one) => inRound(one.from));
    const refused = tries.filter(({ status }) => status === 503);
    const writes = firstOfEach(tries.filter((one) => one.status === 200 && one.from > promoted));
    return {
      way: facts.way,
      fault,
      acknowledged: acknowledged.length,
      lost: acknowledged.filter(({ name }) => !kept.has(name)).length,
      promotedMs: promoted - from,
      firstWriteMs: Math.min(...writes) - promoted,
      allWriteMs: Math.max(...writes) - promoted,
      unavailable: refused.length,
      unanswered: tries.filter(({ status }) => status === null).length,
      needlessMs: refused
        .filter((one) => one.at < from || (one.from > promoted + WRITES_MS && one.at < until))
        .map((one) => Math.round(one.from - promoted)),
      slowest503Ms: Math.max(0, ...refused.map((one) => one.at - one.from)),
      ...readyFigures(facts.watch, round),
      remade: round.remade,
    };
  });
}

/** Returns when each of three daemons first acknowledged a request; Infinity for a daemon that never did. */
function firstOfEach(tries: readonly { daemon: number; at: number }[]): number[] {
  return [0, 1, 2].map((daemon) => Math.min(...tries.filter((one) => one.daemon === daemon).map(({ at }) => at)));
}

function readyFigures({ primaries, ready }: DrillFacts['watch'], { from, promoted, until }: RoundFacts) {
  const gone = primaries.find((one) => one.at > from && one.primaries.length === 0 && one.at < promoted)?.at;
  const isWrong = (at: number) => gone !== undefined && at > gone + TRUE_MS && at < promoted - SEEN_MS;
  const unready = ready.filter(({ isReady, at }) => !isReady && at > promoted && at < until);
  return {
    wronglyReady: ready.filter(({ isReady, at }) => isReady && isWrong(at)).length,
    readyMs: Math.max(0, ...unready.map(({ at }) => at - promoted)),
  };
}

export function judgeDrill(facts: DrillFacts): string[] {
  const { load, stored, dead, booksBalance } = facts;
  const kept = new Set([...stored.claims.map(({ user }) => user), ...stored.payments]);
  const lost = load.acknowledged.filter(({ name }) => !kept.has(name)).length;
  const wrong = load.refused.filter(({ name }) => kept.has(name)).length;
  const untold = kept.size - (load.acknowledged.length - lost) - wrong;
  return [
    ...(lost > 0 ? [`${lost} acknowledged and lost`] : []),
    ...(wrong > 0 ? [`${wrong} refused and stored`] : []),
    ...(untold > 0 ? [`${untold} stored but not acknowledged`] : []),
    ...(dead > 0 ? [`daemons that exited: ${dead}`] : []),
    ...(booksBalance ? [booksBalance] : []),
    ...load.strange,
    ...figuresOf(facts).flatMap((figures, at) => judgeRound(figures, facts, at)),
  ];
}

const sinceText = (ms: number) => `${Math.abs(ms)} ms ${ms < 0 ? 'before' : 'after'}`;

function judgeRound(figures: RoundFigures, { origin, rounds }: DrillFacts, at: number): string[] {
  const { fault, way, allWriteMs, needlessMs, unanswered, wronglyReady, readyMs } = figures;
  const promoted = new Date(origin + (rounds[at]?.promoted ?? 0)).toISOString();
  const told = (what: string) => `round ${at + 1} (${fault}, found by ${way}), promoted ${promoted}: ${what}`;
  return [
    ...(allWriteMs > WRITES_MS ? [told(`writes ${Math.round(allWriteMs)} ms after the promotion`)] : []),
    ...(needlessMs.length > 0
      ? [
          told(
            `503 although a primary was writable: ${needlessMs.length}, the first ${sinceText(Math.min(...needlessMs))} the promotion`,
          ),
        ]
      : []),
    ...(unanswered > 0 ? [told(`requests without a response: ${unanswered}`)] : []),
    ...(wronglyReady > 0 ? [told(`ready without a primary: ${wronglyReady}`)] : []),
    ...(readyMs > WRITES_MS ? [told(`not ready ${Math.round(readyMs)} ms after the promotion`)] : []),
  ];
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);

/** Returns a Markdown table with a row for each fault and way to find the primary. Times: median / worst value. */
export function drillTable(figures: readonly RoundFigures[]): string {
  const kinds = [...new Set(figures.map(({ way, fault }) => `${fault} | ${way}`))];
  const rows = kinds.map((kind) => {
    const own = figures.filter(({ way, fault }) => `${fault} | ${way}` === kind);
    const sum = (of: (one: RoundFigures) => number) => own.reduce((total, one) => total + of(one), 0);
    const times = (of: (one: RoundFigures) => number) => {
      const sorted = own.map(of).sort((a, b) => a - b);
      return `${seconds(sorted[Math.floor((sorted.length - 1) / 2)] ?? 0)} / ${seconds(sorted.at(-1) ?? 0)}`;
    };
    const cells = [
      kind,
      own.length,
      sum((one) => one.acknowledged),
      sum((one) => one.lost),
      times((one) => one.promotedMs),
      times((one) => one.firstWriteMs),
      times((one) => one.allWriteMs),
      times((one) => one.readyMs),
      sum((one) => one.unavailable),
      sum((one) => one.needlessMs.length),
      times((one) => one.slowest503Ms),
      sum((one) => one.wronglyReady),
      sum((one) => one.remade),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [`| ${HEADS.join(' | ')} |`, `|${HEADS.map(() => '---').join('|')}|`, ...rows, ''].join('\n');
}

const HEADS = [
  'fault',
  'way',
  'rounds',
  'acknowledged',
  'lost',
  'promoted after, s',
  'first write, s',
  'all daemons write, s',
  'all ready, s',
  '503',
  'unnecessary 503',
  'slowest 503, s',
  'wrongly ready',
  'nodes rebuilt',
];
