import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readOptions, writeReport } from './report/write-report.ts';

test('a short report on SQLite is complete', { timeout: 240_000 }, async () => {
  const out = mkdtempSync(join(tmpdir(), 'redeemd-report-'));
  try {
    const given = ['--report', '--out', out, '--seconds', '0.3', '--repeats=1', '--only', 'SQLite'];
    const lines: string[] = [];
    const measured = await writeReport(readOptions(given), (line) => lines.push(line));
    expect(readdirSync(out).sort()).toEqual([
      'codes.svg',
      'figures.json',
      'race.svg',
      'redeem.svg',
      'report.md',
      'times.svg',
    ]);
    expect(JSON.parse(readFileSync(join(out, 'figures.json'), 'utf8'))).toEqual(measured);
    expect(lines).toContain('repeat 1: redeemd SQLite: 100 users got a code with a limit of 100');
    expect(measured.races).toHaveLength(1);
    expect(measured.races[0]?.['redeemd SQLite']).toMatchObject({ granted: 100, stored: 100, failed: 0 });
    const { 'redeem SQLite': redeem, 'at 0.5 SQLite': steady } = measured.repeats[0] ?? {};
    expect(redeem?.cpu?.main).toBeGreaterThan(0);
    expect(redeem?.cpu?.writer).toBeGreaterThan(0);
    // The steady load is half the capacity, even if the server could handle more.
    expect(steady?.rate).toBeLessThan((redeem?.rate ?? 0) * 0.75);
    expect(steady?.times?.p99).toBeGreaterThanOrEqual(steady?.times?.p50 ?? Number.NaN);
    const text = readFileSync(join(out, 'report.md'), 'utf8');
    for (const section of [
      'Limits',
      'Redeem',
      'What most teams write',
      'The race',
      'Codes',
      'Times',
      'Payments',
      'CPU',
    ])
      expect(text).toContain(`## ${section}`);
    expect(text).not.toMatch(/undefined|NaN|\[object/);
    expect(text).not.toContain(hostname());
    expect(text).not.toContain(tmpdir());
    expect(text).not.toContain('pgbench');
  } finally {
    rmSync(out, { recursive: true });
  }
});
