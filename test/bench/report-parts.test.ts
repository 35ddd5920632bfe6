import { describe, expect, it } from 'vitest';
import { type BarChart, barChart, THEMES } from './report/bar-chart.ts';
import { CANDIDATES } from './report/candidates.ts';
import { figureText, markdownTable, spreadText } from './report/markdown-table.ts';
import { wantedIds } from './report/measure.ts';
import { scriptOf } from './report/pgbench.ts';
import { pickCodes } from './report/pick-codes.mjs';
import { coresIn } from './report/placement.ts';
import { ratioSpread, rotated, spreadOf, spreadOfId } from './report/spread.ts';
import { readOptions, withSummary } from './report/write-report.ts';

describe('a spread', () => {
  it('has a median, a minimum and a maximum', () => {
    expect(spreadOf([3, 1, 2])).toEqual({ median: 2, least: 1, most: 3 });
    expect(spreadOf([4, 1])).toEqual({ median: 2.5, least: 1, most: 4 });
    expect(spreadOf([])).toBeNull();
  });

  it('of ratios computes each ratio within its repeat', () => {
    // The machine is half as fast in the second repeat, but the ratios do not change.
    const repeats = [{ ours: 200, echo: 100 }, { ours: 100, echo: 50 }, { ours: 90, echo: 30 }, { ours: 70 }] as Record<
      string,
      number
    >[];
    expect(ratioSpread(repeats, 'ours', 'echo', (rate) => rate)).toEqual({ median: 2, least: 2, most: 3 });
    expect(ratioSpread(repeats, 'ours', 'absent', (rate) => rate)).toBeNull();
  });

  it('ignores repeats without the figure, but not zeros', () => {
    expect(spreadOfId([{ a: 0 }, { a: 2 }, {}], 'a', (value) => value)).toEqual({ median: 1, least: 0, most: 2 });
    expect(spreadOfId([{ a: 1 }], 'a', () => null)).toBeNull();
  });
});

it('repeats begin at different positions in the list of figures and skip none of them', () => {
  const list = ['a', 'b', 'c', 'd', 'e', 'f'];
  const orders = [0, 1, 2].map((repeat) => rotated(list, repeat, 3).join(''));
  expect(orders).toEqual(['abcdef', 'cdefab', 'efabcd']);
});

describe('a Markdown table', () => {
  it('escapes characters that would end a table cell', () => {
    expect(markdownTable(['what', 'rate'], [['a | b', '1']])).toBe('| what | rate |\n|---|---|\n| a \\| b | 1 |');
  });

  it.each([
    [0, '0'],
    [100, '100'],
    [1.234, '1.23'],
    [12.34, '12.3'],
    [1234.5, '1,235'],
  ])('shows %d as %s', (value, text) => {
    expect(figureText(value)).toBe(text);
  });

  it('shows the minimum and maximum if they differ', () => {
    expect(spreadText({ median: 1.5, least: 1.25, most: 2.25 })).toBe('1.50 (1.25 to 2.25)');
    expect(spreadText({ median: 1.5, least: 1.5, most: 1.5 })).toBe('1.50');
    expect(spreadText(null)).toBe('–');
  });
});

describe('a chart', () => {
  const chart: BarChart = {
    title: 'Redeems & "echoes"',
    unit: 'times <the echo>',
    bars: [
      { label: 'ours', median: 2, least: 1, most: 4, isOurs: true },
      { label: 'theirs', median: 1, least: 1, most: 1, isOurs: false },
    ],
    mark: { value: 1, label: 'the limit' },
  };
  const svg = barChart(chart);
  const widthOf = (kind: string) => Number(new RegExp(`<rect class="${kind}"[^>]* width="([\\d.]+)"`).exec(svg)?.[1]);

  it('describes in words what it shows, and escapes the text', () => {
    expect(svg).toContain('<title id="title">Redeems &amp; &quot;echoes&quot;</title>');
    expect(svg).toContain('times &lt;the echo>');
    expect(svg).toContain('ours: 2, 1 to 4. theirs: 1. the limit: 1.');
    expect(svg).toContain('role="img"');
  });

  it('draws lengths in proportion, and a whisker only where the repeats differ', () => {
    expect(widthOf('ours')).toBe(2 * widthOf('other'));
    expect(svg.match(/class="whisker"/g)).toHaveLength(1);
    // Whiskers and the mark use the scale of the bars.
    const [, from, to] = /class="whisker" d="M([\d.]+) [\d.]+H([\d.]+)M/.exec(svg)?.map(Number) ?? [];
    expect(((to ?? 0) - (from ?? 0)) / widthOf('other')).toBeCloseTo(3);
    expect(/class="mark" d="M([\d.]+) /.exec(svg)?.[1]).toBe(String(from));
  });

  it('is drawn even if all values are zero', () => {
    const zeros = barChart({
      ...chart,
      bars: [{ label: 'none', median: 0, least: 0, most: 0, isOurs: true }],
      mark: undefined,
    });
    expect(zeros).not.toMatch(/NaN|Infinity/);
  });

  it.each(Object.entries(THEMES))('has enough contrast in the %s theme', (_, { surface, text, quiet, ours, other }) => {
    for (const colour of [text, quiet]) expect(contrast(colour, surface)).toBeGreaterThanOrEqual(4.5);
    for (const colour of [ours, other]) expect(contrast(colour, surface)).toBeGreaterThanOrEqual(3);
  });
});

/** Returns the contrast ratio as defined by WCAG 2. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe('the choice of codes', () => {
  const counts = (spread: 'even' | 'zipf', seed = 1) => {
    const pick = pickCodes({ spread, count: 10_000, seed });
    const found = new Map<number, number>();
    for (let n = 0; n < 100_000; n += 1) {
      const code = pick();
      found.set(code, (found.get(code) ?? 0) + 1);
    }
    return found;
  };

  it('by Zipf’s law returns the n-th code 1/n as often as the first', () => {
    const found = counts('zipf');
    const first = found.get(0) ?? 0;
    // The sum of 1/n up to 10,000 is 9.79, so the first code gets 1/9.79 of the redeems.
    expect(first / 100_000).toBeCloseTo(1 / 9.79, 2);
    expect((found.get(9) ?? 0) / first).toBeCloseTo(0.1, 1);
    expect(Math.max(...found.keys())).toBeLessThan(10_000);
  });

  it('with an even spread returns each code about equally often', () => {
    const found = counts('even');
    expect(found.size).toBeGreaterThan(9_900);
    expect(Math.max(...found.values())).toBeLessThan(40);
  });

  it('is the same for the same seed', () => {
    expect(counts('zipf')).toEqual(counts('zipf'));
    expect(counts('zipf', 2)).not.toEqual(counts('zipf'));
  });
});

it('the kernel’s list of cores is parsed', () => {
  expect(coresIn('0-1\n')).toEqual([0, 1]);
  expect(coresIn('0-2,5,7-8')).toEqual([0, 1, 2, 5, 7, 8]);
});

describe('the requested figures', () => {
  const all = [...CANDIDATES.capacities, ...CANDIDATES.times];

  it('include the figures that they need', () => {
    expect([...wantedIds(all, ['0.8 SQLite'])].sort()).toEqual(['at 0.8 SQLite', 'echo express', 'redeem SQLite']);
    expect([...wantedIds(all, ['sqlite'])].filter((id) => id.includes('Postgres'))).toEqual([]);
    expect(wantedIds(all, []).size).toBe(all.length);
  });

  it('need only figures that exist', () => {
    const ids = all.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(all.flatMap(({ needs = [] }) => needs).filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('are read from the command line', () => {
    expect(readOptions(['--report'])).toEqual({ seconds: 8, repeats: 3, only: [], out: undefined });
    expect(
      readOptions(['--report', '--only', 'zipf, race', '--seconds=0.5', '--repeats', '1', '--out', 'here']),
    ).toEqual({
      seconds: 0.5,
      repeats: 1,
      only: ['zipf', 'race'],
      out: 'here',
    });
    expect(() => readOptions(['--repeats', '0'])).toThrow('--repeats requires a whole number');
    expect(() => readOptions(['--secnods', '1'])).toThrow('--secnods');
  });
});

describe('the script for pgbench', () => {
  const recorded = [
    { text: 'select 1 from codes\n where code_norm = any($1::text[])', values: [['FREE-0']] },
    { text: 'select $1::int as n, array(select 1) as ids', values: [2] },
    {
      text: 'insert into t select u, c, i, s, $5 from unnest($1::text[], $2::bigint[], $3::bigint[]) x, f($4::int, $6::text[])',
      values: [['player-of-the-record'], [2_000_000], [7_000_000_000], 4242, true, []],
    },
  ];

  it('varies players, codes and slots, and keeps the other recorded values', () => {
    expect(scriptOf(recorded).split('\n')).toEqual(
      [
        '\\set code random(0, 199)',
        '\\set player random(1, 1000000000000)',
        'begin;',
        "select 1 from codes where code_norm = any(array[('FREE-' || :code)]::text[]);",
        'select 2::int as n, array(select 1) as ids \\gset',
        "insert into t select u, c, i, s, true from unnest(array[('pgbench-' || :client_id || '-' || :player)]::text[], array[(2000000 + :code)]::bigint[], array[(:ids::bigint[])[1]]::bigint[]) x, f((4242 + :client_id)::int, '{}'::text[])",
        'commit;',
        '',
      ].map((line) => (line.startsWith('insert') ? `${line};` : line)),
    );
  });

  it('sabotage: a value that cannot be written as SQL is reported', () => {
    expect(() => scriptOf([{ text: 'select $1', values: [new Date()] }])).toThrow('cannot be written as SQL');
  });
});

it('a new summary replaces only the text between the two marks in README.md', () => {
  const readme = [
    'Before.',
    '<!-- Generated from here on: npm run bench -- --report -->',
    'old',
    '<!-- Generated up to here. -->',
    'After.',
  ].join('\n');
  const written = withSummary(readme, 'new');
  expect(written).toContain('Before.');
  expect(written).toContain('After.');
  expect(written).toContain('\n\nnew\n\n');
  expect(written).not.toContain('old');
  expect(withSummary(written, 'new')).toBe(written);
  expect(() => withSummary('Before. After.', 'new')).toThrow('lacks the lines');
});
