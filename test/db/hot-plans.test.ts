import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findScans } from '../support/plans/explain.ts';
import { faultsOf } from '../support/plans/may-scan.ts';
import { type Everything, playHotPaths } from '../support/plans/play-everything.ts';
import { runSql } from '../support/world/sql.ts';

// These statements serve a game's requests on SQLite; every-plan.slow.test.ts covers all statements on both databases.

describe('the statements for a game’s requests on SQLite', () => {
  let played: Everything;
  beforeAll(async () => {
    played = await playHotPaths();
  });
  afterAll(() => played?.close());

  it('include those of the writer thread', () => {
    const asked = played.asked.filter(({ by }) => by === 'redeem').map(({ sql }) => sql.trim());
    expect(asked).toEqual(expect.arrayContaining([expect.stringMatching(/^insert into claims /)]));
  });

  it('find their rows by an index', async () => {
    expect(faultsOf(await findScans(played.url, played.asked))).toEqual([]);
  });

  it('sabotage: redeem is reported if its index is missing', async () => {
    await runSql(played.url, 'drop index claims_living');
    expect(faultsOf(await findScans(played.url, played.asked)).join('\n')).toMatch(/^redeem scans: SCAN k$/m);
  });
});
