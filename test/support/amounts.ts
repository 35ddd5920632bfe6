// How much the tests do. `npm run check` is quick, `npm test` is whole, `npm run test:full` is full and
// `npm run test:long` is long. A file's name says where it begins to run: `*.slow.test.ts` in the full run and
// `*.long.test.ts` in the long one.

const SIZES = ['quick', 'whole', 'full', 'long'] as const;
type Size = (typeof SIZES)[number];

/** Null outside of these runs: `npm run vitest -- <words>` finds every file, and plays the amounts of `npm test`. */
const size: Size | null = SIZES.find((name) => name === process.env.REDEEMD_TEST_SIZE) ?? null;

/** Whether what a promise says of time is measured. The other runs, which are many, share the machine with other work. */
export const isLong = size === 'long';

/** Whether each story is played on both databases, also where no statement differs. */
export const isFull = size === 'full' || isLong;

/** The quick run checks the repository and the pure code, and that the daemon and the Portal work at all. */
export const taken =
  size === 'quick'
    ? ['test/{rules,parts,project}/**/*.test.ts', 'test/api/smoke.test.ts', 'test/portal/smoke.test.ts']
    : ['test/**/*.test.ts'];

export const leftOut = [
  ...(size === 'quick' || size === 'whole' ? ['**/*.slow.test.ts'] : []),
  ...(size === 'long' || size === null ? [] : ['**/*.long.test.ts']),
];

/** `npm test` plays what docs/reliability.md promises for every change. */
const amounts = {
  REDEEMD_MODEL_SEEDS: { whole: 200, long: 10_000 },
  REDEEMD_MODEL_SEEDS_POSTGRES: { whole: 20, long: 10_000 },
  REDEEMD_MONEY_SEEDS: { whole: 60, long: 60 },
  REDEEMD_FUZZ_RUNS: { whole: 300, long: 10_000 },
  REDEEMD_FUZZ_RUNS_POSTGRES: { whole: 20, long: 10_000 },
  REDEEMD_KILLS: { whole: 10, long: 50 },
  REDEEMD_POWER_CUTS: { whole: 3, long: 60 },
  REDEEMD_DRILL_ROUNDS: { whole: 1, long: 10 },
  REDEEMD_DOWN_EVENTS: { whole: 2000, long: 10_000 },
};

/** An environment variable of this name sets another amount for one run. */
export const amountOf = (name: keyof typeof amounts): number =>
  Number(process.env[name] ?? amounts[name][isLong ? 'long' : 'whole']);

/** The seed that a failed test of random input printed, to play it again: `REDEEMD_SEED=… npm run vitest -- <words>`. */
export const givenSeed = process.env.REDEEMD_SEED === undefined ? undefined : Number(process.env.REDEEMD_SEED);
