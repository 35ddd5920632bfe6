import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LONGEST_LABEL } from './report/bar-chart.ts';
import type { Figure } from './report/candidate.ts';
import { CANDIDATES } from './report/candidates.ts';
import { summaryOf } from './report/cpu-multiples.ts';
import type { Measured } from './report/measure.ts';
import { RACERS } from './report/race.ts';
import { chartsOf } from './report/report-charts.ts';
import { reportText, summaryText } from './report/report-text.ts';
import type { Repeat } from './report/spread.ts';
import { earlierIn } from './report/write-report.ts';

const loaded = (rate: number, main: number, loadBusy = 0.5): Figure => ({
  rate,
  loadBusy,
  refused: 0,
  cpu: { main, writer: 10, others: 5, postgres: null, load: 20 },
  times: { p50: 1, p95: 2, p99: 4, lagP99: 0.5 },
});

const repeat = (speed: number): Repeat<Figure> => ({
  'echo http': loaded(5000 * speed, 20, 0.97),
  'echo express': loaded(1000 * speed, 100),
  fsync: { rate: 500 },
  'redeem SQLite': loaded(1500 * speed, 80),
  'limited SQLite': loaded(1400 * speed, 80),
  'drizzle SQLite': loaded(200 * speed, 900),
  'redeem Postgres': loaded(700 * speed, 90),
  'singly Postgres': undefined,
  'at 0.5 SQLite': { ...loaded(750 * speed, 80), refused: 0.02 },
});

const measured: Measured = {
  machine: {
    measuredAt: '2026-01-02',
    processor: 'A | B',
    cores: 2,
    memoryGib: 8,
    node: 'v20.0.0',
    sqlite: '3.53.2',
    postgres: '18.4',
    loadAverage: 0.25,
    loadAverageAfter: 2,
    hasPgbench: false,
  },
  placement: 'The load has core 1.',
  options: { seconds: 8, repeats: 3, only: [] },
  repeats: [repeat(1), repeat(0.5), repeat(2)],
  races: [
    {
      'redeemd Postgres': { granted: 100, stored: 100, failed: 0, answers: {} },
      'drizzle Postgres': { granted: 104, stored: 104, failed: 0, answers: {} },
    },
    {
      'redeemd Postgres': { granted: 100, stored: 100, failed: 0, answers: {} },
      'drizzle Postgres': { granted: 109, stored: 109, failed: 1, answers: {} },
    },
  ],
  absent: ['singly Postgres'],
};
const charts = chartsOf(measured);
const text = reportText(measured, charts);

describe('the report', () => {
  it('begins with the machine and its fsyncs per second', () => {
    expect(text).toContain('| 2026-01-02 | A \\| B | 2 | 8 GiB | v20.0.0 | 3.53.2 | 18.4 | 500 | 0.25, 2 |');
    expect(text).toContain('3 repeats, 8 s per figure after a warm-up');
  });

  it('shows the CPU time of a redeem as multiples of a bare response’s, above the multiples of earlier reports', () => {
    const lines = text.split('\n');
    const head = lines.findIndex((line) => line.startsWith('| report |'));
    expect(lines[head + 2]).toBe('| goal |  |  | 1.7 | 3.0 | 3.0 | 2.8 | 2.0 | 1.0 |');
    expect(lines[head + 3]).toBe('| 2026-01-02 | v20.0.0 | 20 | 4 | 4.75 | 5.25 | – | 1.50 | 0.70 |');
    const slower = { ...summaryOf(measured), measuredAt: '2025-12-31', bare: { median: 40, least: 40, most: 40 } };
    const compared = reportText({ ...measured, earlier: [slower] }, charts).split('\n');
    expect(compared[head + 4]).toBe('| 2025-12-31 | v20.0.0 | 40 | 4 | 4.75 | 5.25 | – | 1.50 | 0.70 |');
    expect(summaryText(measured, charts, 'measured')).toContain('| SQLite: main thread |');
  });

  it('keeps the multiples of the last five reports', () => {
    const folder = mkdtempSync(join(tmpdir(), 'redeemd-report-'));
    expect(earlierIn(folder)).toEqual([]);
    const earlier = [1, 2, 3, 4, 5].map((day) => ({ ...summaryOf(measured), measuredAt: `2026-01-0${day}` }));
    writeFileSync(join(folder, 'figures.json'), JSON.stringify({ ...measured, earlier }));
    expect(earlierIn(folder)).toEqual([summaryOf(measured), ...earlier.slice(0, 4)]);
    rmSync(folder, { recursive: true });
  });

  it('shows rates with their spread, and ratios that do not depend on the machine’s speed', () => {
    expect(text).toContain('| redeemd, SQLite, 200 codes | 1,500 (750 to 3,000) requests/s | 1.50 |');
    expect(text).toContain('| redeemd, SQLite, 200 codes | bare node:http echo | 0.30 | 0.45 |');
  });

  it('says that pgbench is missing, and omits sections that were not requested', () => {
    expect(text).toContain(
      "| Postgres: redeem's statements, one transaction each, pgbench | not measured: this machine has no pgbench |",
    );
    expect(text).not.toContain('TypeORM');
    expect(text).not.toContain('## Codes');
    expect(text).not.toContain('## Payments and SDK events');
  });

  it('names the figures that failed, including the one from pgbench if pgbench is installed', () => {
    const failed = { ...measured, machine: { ...measured.machine, hasPgbench: true } };
    expect(text).not.toContain('failed twice');
    expect(reportText(failed, charts)).toContain(
      "are missing: Postgres: redeem's statements, one transaction each, pgbench.",
    );
    expect(reportText(failed, charts)).toContain('pgbench | not measured: it failed |');
  });

  it('marks figures that were limited by the load generator', () => {
    expect(text).toContain('| bare node:http echo | 5,000 (2,500 to 10,000) requests/s * | 5 |');
    expect(text).toContain('The load generator used at least nine tenths of its core');
    expect(text).toContain('| redeemd, SQLite, 200 codes | 80 | 10 | 5 | – | 20 | 50 |');
  });

  it('shows the race, the times and the share of refused requests', () => {
    expect(text).toContain('| Express and drizzle, Postgres | 107 (104 to 109) | 107 (104 to 109) | 0.50 (0 to 1) |');
    expect(text).toContain('| redeemd, SQLite | 50% | 750 | 1 | 2 | 4 | 0.50 | 2 |');
  });
});

it('the charts have labels that fit next to the bars', () => {
  const all = [...CANDIDATES.capacities, ...CANDIDATES.times].filter(
    ({ group }) => group !== 'limits' && group !== 'events',
  );
  const figures = Object.fromEntries(all.map(({ id }) => [id, loaded(1, 1)]));
  const races = Object.fromEntries(RACERS.map(({ id }) => [id, { granted: 100, stored: 100, failed: 0, answers: {} }]));
  const whole = chartsOf({ ...measured, repeats: [{ ...figures, 'echo express': loaded(1, 1) }], races: [races] });
  const labels = whole.flatMap(({ svg }) =>
    [...svg.matchAll(/class="label"[^>]*>([^<]*)</g)].map(([, label = '']) => label),
  );
  expect(labels.length).toBeGreaterThan(30);
  expect(labels.filter((label) => label.length > LONGEST_LABEL)).toEqual([]);
});

it('the report has charts of the measured figures, and the summary links to them', () => {
  expect(charts.map(({ file }) => file)).toEqual(['redeem.svg', 'race.svg', 'times.svg']);
  const summary = summaryText(measured, charts, 'measured');
  for (const { file, alt, svg } of charts) {
    expect(text).toContain(`![${alt}](${file})`);
    expect(summary).toContain(`![${alt}](measured/${file})`);
    expect(svg).toContain('<title');
  }
  expect(charts[1]?.svg).toContain('Express and drizzle, Postgres: 107, 104 to 109.');
  expect(summary).not.toContain('not reliable');
  const busy = { ...measured, machine: { ...measured.machine, loadAverage: 3 } };
  for (const written of [summaryText(busy, charts, 'measured'), reportText(busy, charts)])
    expect(written).toContain('(load average 3 before the start), so these figures are not reliable.');
});
