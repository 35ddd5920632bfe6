import { expect, test } from 'vitest';
import { judgeRestarts, type RestartFacts, restartUnderLoad } from './postgres-restarts.ts';

// postgres-restarts.long.test.ts restarts the server ten times.

/** With these settings, a server acknowledges a commit before it has saved the data. */
const HASTY = { synchronous_commit: 'off', wal_writer_delay: '10s' };

test('Postgres restarted twice under load, set to acknowledge early: nothing acknowledged is lost', {
  timeout: 120_000,
}, async () => {
  const facts = await restartUnderLoad(2, HASTY);
  expect(judgeRestarts(facts)).toEqual([]);
  expect(facts.acknowledged.length).toBeGreaterThan(100);
});

test('sabotage: daemons whose URL requests early acknowledgements lose acknowledged writes', {
  timeout: 120_000,
}, async () => {
  const faults = judgeRestarts(await restartUnderLoad(1, HASTY, '?options=-c%20synchronous_commit%3Doff'));
  expect(faults).toContainEqual(expect.stringMatching(/^acknowledged (claims|payments) lost: \d+$/));
});

test('sabotage: the judge reports daemons that exited, and daemons that were slow to be ready', () => {
  const none = { acknowledged: [], refused: [], strange: [], claims: [], payments: [], startsMs: [] };
  const good: RestartFacts = { ...none, readyMs: [5000], dead: 0 };
  expect(judgeRestarts(good)).toEqual([]);
  expect(judgeRestarts({ ...good, dead: 1 })).toEqual(['daemons that exited: 1']);
  expect(judgeRestarts({ ...good, readyMs: [5001] })).toEqual(['ready 5001 ms after a restart']);
});
