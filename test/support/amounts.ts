// Sets how much the tests do. `npm run check` is the quick run, `npm test` the whole one, `npm run test:full` the full
// one and `npm run test:long` the long one. Files named `*.slow.test.ts` run in the full and the long run, and
// `*.long.test.ts` only in the long run.

const SIZES = ['quick', 'whole', 'full', 'long'] as const;
type Size = (typeof SIZES)[number];

/** Null in `npm run vitest -- <words>`, which finds every file and uses the amounts of `npm test`. */
const size: Size | null = SIZES.find((name) => name === process.env.REDEEMD_TEST_SIZE) ?? null;

/** Whether durations are measured. Shorter runs do not measure them, because they share the machine with other work. */
export const isLong = size === 'long';

/** Whether all flows run, on both databases even if their SQL is the same. Also true in `npm run vitest -- <words>`. */
export const isFull = size !== 'quick' && size !== 'whole';

/** The quick run checks the repository and the pure code, and that the daemon and the Portal start. */
export const taken =
  size === 'quick'
    ? ['test/{rules,parts,project}/**/*.test.ts', 'test/api/smoke.test.ts', 'test/portal/smoke.test.ts']
    : ['test/**/*.test.ts'];

export const leftOut = [
  ...(size === 'quick' || size === 'whole' ? ['**/*.slow.test.ts'] : []),
  ...(size === 'long' || size === null ? [] : ['**/*.long.test.ts']),
];

/** `npm test` uses the amounts that docs/reliability.md promises for every change. */
const amounts = {
  REDEEMD_MODEL_SEEDS: { whole: 200, long: 10_000 },
  REDEEMD_MODEL_SEEDS_POSTGRES: { whole: 20, long: 10_000 },
  REDEEMD_MONEY_SEEDS: { whole: 60, long: 60 },
  REDEEMD_CURRENCY_HISTORIES: { whole: 200, long: 10_000 },
  REDEEMD_FUZZ_RUNS: { whole: 300, long: 10_000 },
  REDEEMD_FUZZ_RUNS_POSTGRES: { whole: 20, long: 10_000 },
  REDEEMD_KILLS: { whole: 10, long: 50 },
  REDEEMD_POWER_CUTS: { whole: 3, long: 60 },
  REDEEMD_DRILL_ROUNDS: { whole: 1, long: 10 },
  REDEEMD_FAULTY_CALLS: { whole: 300, long: 1000 },
  REDEEMD_DOWN_EVENTS: { whole: 2000, long: 10_000 },
  REDEEMD_LOG_EVENTS: { whole: 10_000, long: 100_000 },
  REDEEMD_LOG_FUNNELS: { whole: 10, long: 40 },
};

/** Returns an amount. An environment variable with its name overrides it for one run. */
export const amountOf = (name: keyof typeof amounts): number =>
  Number(process.env[name] ?? amounts[name][isLong ? 'long' : 'whole']);

/** The seed that a failed random test printed, to repeat the test: `REDEEMD_SEED=… npm run vitest -- <words>`. */
export const givenSeed = process.env.REDEEMD_SEED === undefined ? undefined : Number(process.env.REDEEMD_SEED);
