import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findScans } from '../support/plans/explain.ts';
import { allTables, largeTables } from '../support/plans/fill-tables.ts';
import { faultsOf, MAY_SCAN, SMALL_TABLES, unneeded } from '../support/plans/may-scan.ts';
import { type Everything, playEverything } from '../support/plans/play-everything.ts';
import { runSql } from '../support/world/sql.ts';

// Queries for hot paths, lists, figures and jobs do not scan tables, whatever their parameters. The test records the
// statements that run, and asks each database for their plans.

it('every table is either filled with many rows or always small', () => {
  expect([...largeTables, ...Object.keys(SMALL_TABLES)].sort()).toEqual([...allTables].sort());
});

const needed = new Set<string>();

describe.each(['sqlite', 'postgres'] as const)('every statement on %s', (database) => {
  let played: Everything;
  beforeAll(async () => {
    played = await playEverything(database);
  }, 300_000);
  afterAll(() => played?.close());

  it('uses an index, or reads a limited number of rows', { timeout: 120_000 }, async () => {
    const findings = await findScans(played.url, played.asked);
    expect(faultsOf(findings)).toEqual([]);
    const idle = new Set(unneeded(findings, MAY_SCAN));
    for (const line of MAY_SCAN) if (!idle.has(line)) needed.add(line.bound);
  });

  it('sabotage: a statement whose index is missing is reported', { timeout: 120_000 }, async () => {
    await runSql(played.url, 'drop index codes_creators', 'drop index payments_user');
    const faults = faultsOf(await findScans(played.url, played.asked)).join('\n');
    expect(faults).toMatch(/^listAllCreatorCodes scans: .*\bcodes/m);
    expect(faults).toMatch(/^payments scans: .*\bpayments/m);
  });
});

it('every allowed scan occurs on at least one of the databases', () => {
  expect(MAY_SCAN.filter(({ bound }) => !needed.has(bound))).toEqual([]);
});
