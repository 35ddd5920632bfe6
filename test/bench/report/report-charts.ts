import { type Bar, barChart } from './bar-chart.ts';
import { RACE_LIMIT } from './bench-codes.ts';
import { DATABASES, EXPRESS, LIBRARIES } from './candidate.ts';
import type { Measured } from './measure.ts';
import { RACERS } from './race.ts';
import { measuredOf, nameOf, raceName, rateOf } from './report-tables.ts';
import { ratioSpread, type Spread, spreadOfId } from './spread.ts';

export interface Chart {
  file: string;
  /** The text for readers who cannot see the chart. */
  alt: string;
  svg: string;
}

const bar = (label: string, spread: Spread | null, isOurs: boolean): Bar[] =>
  spread ? [{ label, isOurs, ...spread }] : [];

/** Returns the charts that have measured figures. */
export function chartsOf(measured: Measured): Chart[] {
  const charts = [beside(measured), races(measured), codes(measured), times(measured)];
  return charts
    .filter((chart) => chart.bars.length > 0)
    .map(({ file, alt, ...chart }) => ({ file, alt, svg: barChart(chart) }));
}

function beside({ repeats }: Measured) {
  const ids = [
    'echo http',
    EXPRESS,
    ...DATABASES.flatMap((database) => [
      `limited ${database}`,
      ...LIBRARIES.map((library) => `${library} ${database}`),
    ]),
  ];
  return {
    file: 'redeem.svg',
    alt: 'Redeems per second of redeemd and of what most teams write, compared with an Express echo',
    title: 'A durable redeem compared with an echo that stores nothing',
    unit: 'times the Express echo of the same repeat',
    bars: ids.flatMap((id) => bar(nameOf(id), ratioSpread(repeats, id, EXPRESS, rateOf), id.startsWith('limited'))),
    mark: { value: 1, label: 'Express echo' },
  };
}

const races = ({ races: all }: Measured) => ({
  file: 'race.svg',
  alt: 'Users who got a code with a limit of 100',
  title: '1,000 users, 200 at a time, one code with a limit of 100',
  unit: 'users who got the code',
  bars: RACERS.flatMap(({ id }) =>
    bar(
      raceName(id),
      spreadOfId(all, id, ({ granted }) => granted),
      id.startsWith('redeemd'),
    ),
  ),
  mark: { value: RACE_LIMIT, label: 'the limit' },
});

const codes = (measured: Measured) => ({
  file: 'codes.svg',
  alt: 'Redeems per second with evenly used, Zipf-distributed and hot codes',
  title: 'Redeems by distribution of codes',
  unit: 'times the rate with 10,000 evenly used codes, same database',
  bars: measuredOf(measured, 'codes').flatMap(({ id, name }) => {
    const database = DATABASES.find((one) => id.endsWith(one)) ?? 'SQLite';
    return bar(name, ratioSpread(measured.repeats, id, `even ${database}`, rateOf), true);
  }),
  mark: { value: 1, label: 'even' },
});

const times = (measured: Measured) => ({
  file: 'times.svg',
  alt: 'p50, p95 and p99 of a durable redeem at half and four fifths of the capacity',
  title: 'How long a durable redeem takes',
  unit: 'ms from the moment a request is due to its response',
  bars: measuredOf(measured, 'times').flatMap(({ id, name, isOurs }) =>
    (['p50', 'p95', 'p99'] as const).flatMap((at) =>
      bar(
        `${name}, ${id.includes('0.5') ? '50' : '80'}%: ${at}`,
        spreadOfId(measured.repeats, id, ({ times: found }) => found?.[at] ?? null),
        isOurs === true,
      ),
    ),
  ),
});
