import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Database } from '../../daemon/db/database.ts';
import { amountOf, givenSeed } from '../support/amounts.ts';
import { NOW } from '../support/world/defaults.ts';
import { onEachDatabase } from '../support/world/each-database.ts';
import { batchesOf, differences, type Operation, openPlayed, operationWith, playBatch } from './model-operations.ts';
import { createModel } from './reference-model.ts';

// Seeded random operations are compared with a small model in memory. A failure prints its seed and its shrunk
// operations. REDEEMD_SEED replays a failure; REDEEMD_MODEL_SEEDS (…_POSTGRES) sets how many seeds run.
const AMOUNTS = { sqlite: 'REDEEMD_MODEL_SEEDS', postgres: 'REDEEMD_MODEL_SEEDS_POSTGRES' } as const;
const OPERATIONS = 200;
/** A generous time for one seed. */
const SEED_MS = 2000;

const operation = operationWith(fc.bigInt({ min: 1n, max: 500n }));

async function play(db: Database, operations: readonly Operation[], seed: string, model = createModel()) {
  const played = await openPlayed(db, seed);
  for (const batch of batchesOf(operations)) {
    const { results, expected } = await playBatch(db, played, batch, model, NOW + 2);
    expect(results).toEqual(expected);
  }
  return differences(db, played, model);
}

onEachDatabase((database, kind) => {
  const seeds = amountOf(AMOUNTS[kind]);
  test(`${seeds} seeds × ${OPERATIONS} operations match the model`, {
    timeout: Math.max(600_000, seeds * SEED_MS),
  }, async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: OPERATIONS, maxLength: OPERATIONS }), async (operations) => {
        run += 1;
        expect(await play(database(), operations, `S${run}`)).toEqual([]);
      }),
      { numRuns: seeds, endOnFailure: true, ...(givenSeed === undefined ? {} : { seed: givenSeed }) },
    );
  });

  test('sabotage: a model that forgets links is noticed', async () => {
    const operations: Operation[] = [
      { kind: 'redeem', user: 0, code: 2 },
      { kind: 'pay', user: 0, amount: 100n, name: 1, isNamed: true, game: 'game' },
    ];
    const forgetful = createModel({ forgetsLinks: true });
    expect(await play(database(), operations, 'SABOTAGE', forgetful)).toEqual([
      'links: ["u0 ann"] instead of []',
      'codes: ["0","0","100","0","0"] instead of ["0","0","0","0","0"]',
      'accrued: "100" instead of "0"',
      'unmatched: {} instead of {"no_claim":"100"}',
    ]);
  });
});
