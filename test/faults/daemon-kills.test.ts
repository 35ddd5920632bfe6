import { describe, expect, test } from 'vitest';
import { amountOf } from '../support/amounts.ts';
import { leaveOut } from '../support/faults/sabotage.ts';
import { type DatabaseKind, testDatabase } from '../support/world/daemon.ts';
import { judgeKills, type KillFacts, killUnderLoad, LIMIT, noFacts, prepare } from './daemon-kills.ts';

// The daemon is killed at random moments under load, and the client repeats each unanswered request once, with the same
// key. Acknowledged claims must be stored, and refused ones must not be.
const KILLS = amountOf('REDEEMD_KILLS');

describe.each<DatabaseKind>(['sqlite', 'postgres'])('%s', (kind) => {
  test('a daemon killed under load loses no acknowledged claim', async () => {
    const storage = await testDatabase(kind);
    const facts = await killUnderLoad(storage, await prepare(storage), KILLS);
    expect(judgeKills(facts)).toEqual([]);
    expect(facts.acknowledged.length).toBeGreaterThan(LIMIT);
    expect(facts.refused.length).toBeGreaterThan(0);
    await storage.drop();
  }, 180_000);

  test('sabotage: the judge notices a database that acknowledges a claim and does not store it', async () => {
    const storage = await testDatabase(kind, { booksMayDiffer: true });
    const key = await prepare(storage);
    await leaveOut(storage.url, { table: 'claims', when: "new.user_id like '%-0'" });
    await leaveOut(storage.url, { table: 'payments', when: "new.transaction_id like '%-1'" });
    const faults = judgeKills(await killUnderLoad(storage, key, 1));
    expect(faults).toContainEqual(expect.stringMatching(/^acknowledged claims lost: \d+$/));
    expect(faults).toContainEqual(expect.stringMatching(/^acknowledged payments lost: \d+$/));
    await storage.drop();
  }, 60_000);
});

describe('sabotage: the judge reports', () => {
  const ada = { kind: 'claim' as const, name: 'ada', code: 'LIMITED' };
  const none = noFacts();
  const adasClaim = { user: 'ada', code: 'LIMITED' };
  const tooMany = Array.from({ length: LIMIT + 1 }, (_, n) => ({ ...ada, name: `u${n}` }));
  test.each<[string, Partial<KillFacts>, string]>([
    ['a lost claim', { acknowledged: [ada] }, 'acknowledged claims lost: 1'],
    ['a claim that is stored without an acknowledgement', { claims: [adasClaim] }, '1 stored but not acknowledged'],
    ['a claim that was refused and stored', { refused: [ada], claims: [adasClaim] }, '1 refused and stored'],
    [
      'a limit that was exceeded',
      { acknowledged: tooMany, claims: tooMany.map(({ name, code }) => ({ user: name, code })) },
      `${LIMIT + 1} claims with a limit of ${LIMIT}`,
    ],
    ['a slow start', { startsMs: [500, 2000, 2001] }, 'ready after 2001 ms'],
  ])('%s', (_, facts, fault) => expect(judgeKills({ ...none, ...facts })).toContain(fault));
  test('no fault in correct facts', () =>
    expect(judgeKills({ ...none, acknowledged: [ada], claims: [adasClaim] })).toEqual([]));
});
