// How much the tests do: `npm run check` is quick, `npm test` is whole, `npm run test:long` is long. A file is marked by
// its name: quick runs leave `*.slow.test.ts` out, and only long runs take `*.long.test.ts`.

type Size = 'quick' | 'whole' | 'long';

export const size: Size = process.env.REDEEMD_LONG ? 'long' : process.env.REDEEMD_QUICK ? 'quick' : 'whole';

export const leftOut = {
  quick: ['**/*.slow.test.ts', '**/*.long.test.ts'],
  whole: ['**/*.long.test.ts'],
  long: [],
}[size];

const amounts = {
  REDEEMD_MODEL_SEEDS: { quick: 10, whole: 200, long: 10_000 },
  REDEEMD_MODEL_SEEDS_POSTGRES: { quick: 10, whole: 40, long: 10_000 },
  REDEEMD_MONEY_SEEDS: { quick: 8, whole: 60, long: 60 },
  REDEEMD_FUZZ_RUNS: { quick: 20, whole: 300, long: 10_000 },
  REDEEMD_FUZZ_RUNS_POSTGRES: { quick: 10, whole: 20, long: 10_000 },
  REDEEMD_KILLS: { quick: 10, whole: 10, long: 50 },
  REDEEMD_POWER_CUTS: { quick: 3, whole: 3, long: 60 },
  REDEEMD_DRILL_ROUNDS: { quick: 1, whole: 1, long: 10 },
  REDEEMD_DOWN_EVENTS: { quick: 2000, whole: 2000, long: 10_000 },
};

/** An environment variable of this name sets another amount for one run. */
export const amountOf = (name: keyof typeof amounts): number => Number(process.env[name] ?? amounts[name][size]);

/** The seed that a failed test of random input printed, to play it again: `REDEEMD_SEED=… npm run vitest -- <words>`. */
export const givenSeed = process.env.REDEEMD_SEED === undefined ? undefined : Number(process.env.REDEEMD_SEED);
