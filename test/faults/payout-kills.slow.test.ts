import { describe, expect, test } from 'vitest';
import { testDatabase } from '../support/world/daemon.ts';
import { runSql } from '../support/world/sql.ts';
import { type DeathFacts, dieAtEachPoint, judgeDeaths, type Play } from './payout-kills.ts';

// The daemon is killed before and after the end of each transaction of a payout run, which must continue within a
// minute. These tests set the clock; payout-kills.long.test.ts uses the real clock and also runs on SQLite.
const CREATORS = 120;
/** The kill points are before and after the start, each of two pages of creators, and the end. */
const POINTS = 8;
const SLOW_MS = 240_000;

test('postgres: a monthly run survives a kill at each step, and no line is stored twice', {
  timeout: SLOW_MS,
}, async () => {
  const storage = await testDatabase('postgres');
  const deaths = await dieAtEachPoint({ storage, asked: 'monthly', creators: CREATORS, heir: 'by the clock' });
  expect(deaths.length).toBeGreaterThanOrEqual(POINTS);
  expect(judgeDeaths(deaths, CREATORS)).toEqual([]);
  await storage.drop();
});

test('sabotage: the judge notices a run that forgets its progress', { timeout: SLOW_MS }, async () => {
  const storage = await testDatabase('sqlite', { booksMayDiffer: true });
  // The progress advances without the creators' lines, as if the two were not written in one transaction.
  const between = () =>
    runSql(storage.url, "update payout_runs set prepared_to = 'creator 9' where status = 'preparing'");
  const play: Play = { storage, asked: 'manual', creators: 5, heir: 'by the clock', between, last: 2 };
  const deaths = await dieAtEachPoint(play);
  expect(judgeDeaths(deaths, 5)).toContain('point 2: 5 creators without a line');
  await storage.drop();
});

describe('sabotage: the judge reports', () => {
  const good: DeathFacts = {
    point: 1,
    tookMs: 60_000,
    runs: [{ status: 'draft', creators: 1, payable: 100 }],
    statements: [['ann', 100]],
    lines: [['ann', 100]],
    told: 1,
  };
  test.each<[string, Partial<DeathFacts>, string]>([
    ['a line that is stored twice', { lines: [...good.lines, ...good.lines] }, 'a line twice'],
    ['a second run', { runs: [...good.runs, ...good.runs] }, '2 runs'],
    ['a run that no daemon continued', { runs: [{ ...good.runs[0]!, status: 'preparing' }] }, 'left as preparing'],
    ['a run that took too long', { tookMs: 60_001 }, 'finished only after 60001 ms'],
    ['a creator without a statement', { statements: [] }, '1 creators without a statement'],
    ['a wrong sum', { lines: [['ann', 200]] }, 'wrong sums: 1'],
    ['a message that is written twice', { told: 2 }, 'messages: 2'],
  ])('%s', (_, facts, fault) => expect(judgeDeaths([{ ...good, ...facts }], 1)).toEqual([`point 1: ${fault}`]));
  test('no fault in correct facts', () => expect(judgeDeaths([good], 1)).toEqual([]));
});
