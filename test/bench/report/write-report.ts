import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Summary, summaryOf } from './cpu-multiples.ts';
import { type Measured, measureAll, type Options } from './measure.ts';
import { chartsOf } from './report-charts.ts';
import { reportText, summaryText } from './report-text.ts';

const BENCH = join(process.cwd(), 'test/bench');
const FOLDER = 'measured';
const BEGIN = '<!-- Generated from here on: npm run bench -- --report -->';
const END = '<!-- Generated up to here. -->';

/** Parses the arguments of `npm run bench -- --report`. If no folder is given, the report updates README.md. */
export function readOptions(given: readonly string[]): Options & { out?: string | undefined } {
  const { values } = parseArgs({
    args: [...given],
    options: {
      report: { type: 'boolean' },
      out: { type: 'string' },
      seconds: { type: 'string', default: '8' },
      repeats: { type: 'string', default: '3' },
      only: { type: 'string', default: '' },
    },
  });
  const seconds = Number(values.seconds);
  const repeats = Number(values.repeats);
  if (!(seconds > 0)) throw new Error('--seconds requires a number above 0');
  if (!Number.isInteger(repeats) || repeats < 1) throw new Error('--repeats requires a whole number above 0');
  return { seconds, repeats, only: values.only.split(/[\s,]+/).filter(Boolean), out: values.out };
}

/** Measures, and writes report.md, its charts and all raw figures into the folder. */
export async function writeReport(
  { out, ...options }: Options & { out?: string | undefined },
  tell: (line: string) => void,
): Promise<Measured> {
  const folder = out ?? join(BENCH, FOLDER);
  const measured = { ...(await measureAll(options, tell)), earlier: earlierIn(folder) };
  mkdirSync(folder, { recursive: true });
  const charts = chartsOf(measured);
  for (const { file, svg } of charts) writeFileSync(join(folder, file), svg);
  writeFileSync(join(folder, 'report.md'), reportText(measured, charts));
  writeFileSync(join(folder, 'figures.json'), `${JSON.stringify(measured, null, 2)}\n`);
  if (!out) {
    const readme = join(BENCH, 'README.md');
    writeFileSync(readme, withSummary(readFileSync(readme, 'utf8'), summaryText(measured, charts, FOLDER)));
  }
  return measured;
}

const KEPT = 5;

/** Returns the multiples of the report in the folder and of the reports before it, newest first. */
export function earlierIn(folder: string): Summary[] {
  const file = join(folder, 'figures.json');
  if (!existsSync(file)) return [];
  const last: Measured = JSON.parse(readFileSync(file, 'utf8'));
  return [summaryOf(last), ...(last.earlier ?? [])].slice(0, KEPT);
}

/** Replaces the summary between its two marks and keeps the rest of the text. */
export function withSummary(readme: string, summary: string): string {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`README.md lacks the lines "${BEGIN}" and "${END}"`);
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${summary}\n\n${readme.slice(end)}`;
}
