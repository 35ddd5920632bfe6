import { expect, test } from 'vitest';
import { testDatabase } from '../support/world/daemon.ts';
import { judgeRolling, rollUnderLoad } from './rolling-restart.ts';

// Runs one round; rolling-restart.long.test.ts runs several.
const DRAIN_MS = 3000;

test('three daemons restarted in turn under load: no request fails', { timeout: 180_000 }, async () => {
  const storage = await testDatabase('postgres');
  const facts = await rollUnderLoad(storage, 1, DRAIN_MS);
  expect(judgeRolling(facts)).toEqual([]);
  expect(facts.acknowledged.length).toBeGreaterThan(300);
  await storage.drop();
});

test('sabotage: without a drain, the load balancer notices a shutdown too late', { timeout: 180_000 }, async () => {
  const storage = await testDatabase('postgres');
  const faults = judgeRolling(await rollUnderLoad(storage, 1, 0));
  expect(faults).toContainEqual(expect.stringMatching(/^\d+ failed requests: /));
  await storage.drop();
});
