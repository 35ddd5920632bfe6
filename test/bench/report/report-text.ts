import { type Candidate, DATABASES, EXPRESS } from './candidate.ts';
import { multiplesTable } from './cpu-multiples.ts';
import { figureText, markdownTable, spreadText } from './markdown-table.ts';
import type { Measured } from './measure.ts';
import type { Chart } from './report-charts.ts';
import {
  comparisonTable,
  cpuTable,
  failedIn,
  isLoadBound,
  measuredOf,
  nameOf,
  raceTable,
  rateOf,
  ratesTable,
  timesTable,
} from './report-tables.ts';
import { spreadOfId } from './spread.ts';

const idsOf = (measured: Measured, group: Candidate['group']) => measuredOf(measured, group).map(({ id }) => id);

/** Returns the report without sections that have no figures. The charts are in the same folder. */
export function reportText(measured: Measured, charts: readonly Chart[]): string {
  const chart = (file: string) => chartLine(charts, file, '');
  const rates = (group: Candidate['group']) => {
    const ids = idsOf(measured, group);
    return ids.length > 0 && ratesTable(measured, ids, EXPRESS);
  };
  const sections = [
    section('Measured', howText(measured), machineTable(measured), '#'),
    section('CPU of a redeem', MULTIPLES, multiplesTable(measured, measured.earlier ?? [])),
    section('Limits', 'Upper limits of this machine.', rates('limits')),
    section('Redeem', REDEEM, rates('redeem')),
    section(
      'Compared with the limits',
      'Each ratio compares two figures from the same repeat.',
      comparisonTable(measured),
    ),
    section('What most teams write', `${chart('redeem.svg')}${TEAMS}`, rates('teams')),
    section('The race', `${chart('race.svg')}${RACE}`, hasRaces(measured) && raceTable(measured)),
    section('Codes', `${chart('codes.svg')}${ZIPF}`, idsOf(measured, 'codes').length > 0 && codesTable(measured)),
    section('Times', `${chart('times.svg')}${TIMES}`, idsOf(measured, 'times').length > 0 && timesTable(measured)),
    section('Payments and SDK events', '1,000 per request, 8 connections.', rates('events')),
    section('CPU', CPU, cpuTable(measured)),
  ];
  return `${sections.filter(Boolean).join('\n\n')}\n`;
}

const REDEEM =
  '200 creator codes without a limit. Each redeem writes a claim, a link, counters and series, and is on disk before the response.';
const TEAMS = '200 codes with a limit that is never reached; one transaction per request, as durable as redeemd.';
const RACE = '1,000 users, 200 at a time, redeem one code with a limit of 100.';
const ZIPF = 'Zipf: the n-th code is redeemed 1/n as often as the first.';
const TIMES =
  'Requests become due at fixed intervals, whether or not earlier responses have arrived, at a fraction of the capacity measured in the same repeat. Each is timed from the moment it was due.';
const MULTIPLES =
  'CPU time of a redeem as a multiple of the main-thread time of a bare node:http echo, in this report and up to five earlier ones. The microseconds of the bare response show how fast the machine was, so that a slower machine can be distinguished from slower code.';
const CPU =
  'Microseconds per request (in the last rows: per payment or SDK event), as counted by the kernel. These figures hardly depend on other processes on the same core. The writer is the thread that writes to SQLite.';

const section = (title: string, before: string, table: string | false, level = '##') =>
  table && `${level} ${title}\n\n${before}\n\n${table}`;

const hasRaces = ({ races }: Measured) => races.some((race) => Object.keys(race).length > 0);

function howText(measured: Measured): string {
  const { seconds, repeats, only } = measured.options;
  const part = only.length > 0 ? `; only ${only.join(', ')}` : '';
  return `${measured.placement} ${repeatsText(repeats)} ${seconds} s per figure after a warm-up, and each repeat starts at a different position in the list of figures${part}. Cells are medians, with the minimum and maximum of the repeats in brackets. Each ratio is computed within one repeat.${starText(measured)}${failedText(measured)}${busyText(measured)}`;
}

function failedText(measured: Measured): string {
  const failed = failedIn(measured);
  return failed.length > 0
    ? ` These figures failed twice in at least one repeat and are missing: ${failed.map(nameOf).join('; ')}.`
    : '';
}

/** Warns readers of figures that were measured on a busy machine. */
const busyText = ({ machine: { loadAverage, cores } }: Measured) =>
  loadAverage > cores / 2
    ? ` **Something else ran on the machine (load average ${figureText(loadAverage)} before the start), so these figures are not reliable.**`
    : '';

const repeatsText = (repeats: number) => (repeats === 1 ? 'One repeat,' : `${repeats} repeats,`);

/** Returns the part of README.md that is generated. `folder` contains the charts. */
export function summaryText(measured: Measured, charts: readonly Chart[], folder: string): string {
  const { machine, options } = measured;
  const chart = (file: string) => chartLine(charts, file, `${folder}/`);
  return [
    `${machine.measuredAt}, ${machine.cores} cores, Node ${machine.node}, SQLite ${machine.sqlite}, Postgres ${machine.postgres ?? 'not measured'}; ${repeatsText(options.repeats)} ${options.seconds} s per figure.\nMedians, with the minimum and maximum in brackets. All tables: [${folder}/report.md](${folder}/report.md).${busyText(measured)}`,
    multiplesTable(measured, measured.earlier ?? []),
    comparisonTable(measured),
    `${chart('redeem.svg')}${chart('race.svg')}${raceTable(measured)}`,
    `${chart('codes.svg')}${chart('times.svg')}${timesTable(measured)}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

const chartLine = (charts: readonly Chart[], file: string, folder: string) => {
  const chart = charts.find((one) => one.file === file);
  return chart ? `![${chart.alt}](${folder}${file})\n\n` : '';
};

function machineTable({ machine, repeats }: Measured): string {
  const fsync = spreadOfId(repeats, 'fsync', rateOf);
  return markdownTable(
    [
      'date',
      'processor',
      'cores',
      'memory',
      'Node',
      'SQLite',
      'Postgres',
      'fsyncs per second',
      'load average before and after',
    ],
    [
      [
        machine.measuredAt,
        machine.processor,
        String(machine.cores),
        `${machine.memoryGib} GiB`,
        machine.node,
        machine.sqlite,
        machine.postgres ?? '–',
        spreadText(fsync),
        `${figureText(machine.loadAverage)}, ${figureText(machine.loadAverageAfter)}`,
      ],
    ],
  );
}

function codesTable(measured: Measured): string {
  const tables = DATABASES.map((database) =>
    ratesTable(
      measured,
      idsOf(measured, 'codes').filter((id) => id.endsWith(database)),
      `even ${database}`,
    ),
  );
  return tables.join('\n\n');
}

function starText(measured: Measured): string {
  const bound = Object.keys(Object.assign({}, ...measured.repeats)).some((id) => isLoadBound(measured, id));
  return bound
    ? ' \\* The load generator used at least nine tenths of its core, so the server could be faster than shown, and ratios to this figure could be smaller.'
    : '';
}
