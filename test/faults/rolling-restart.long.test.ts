import { expect, test } from 'vitest';
import { testDatabase } from '../support/world/daemon.ts';
import { judgeRolling, rollUnderLoad } from './rolling-restart.ts';

// The sabotage test is in rolling-restart-small.long.test.ts.
const ROUNDS = 5;
const DRAIN_MS = 3000;

test(`three daemons restarted in turn, ${ROUNDS} times, under load: no request fails`, {
  timeout: 900_000,
}, async () => {
  const storage = await testDatabase('postgres');
  const facts = await rollUnderLoad(storage, ROUNDS, DRAIN_MS);
  expect(judgeRolling(facts)).toEqual([]);
  expect(facts.ends).toHaveLength(3 * ROUNDS);
  await storage.drop();
});
