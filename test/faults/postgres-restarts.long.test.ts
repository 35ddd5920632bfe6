import { expect, test } from 'vitest';
import { judgeRestarts, restartUnderLoad } from './postgres-restarts.ts';

// The sabotage tests are in postgres-restarts.slow.test.ts.
const RESTARTS = 10;

test(`Postgres restarted ${RESTARTS} times under load: nothing is lost`, { timeout: 600_000 }, async () => {
  const facts = await restartUnderLoad(RESTARTS);
  expect(judgeRestarts(facts)).toEqual([]);
  expect(facts.readyMs).toHaveLength(RESTARTS);
});
