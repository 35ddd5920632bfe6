import { type BenchDaemon, load, median, startDaemon } from './bench-daemon.ts';
import { EVENTS, payments } from './event-bodies.ts';
import { onEachDatabase } from './on-each-database.ts';

const SECONDS = Number(process.env.REDEEMD_TEST_BENCH_SECONDS ?? 5);
const ROUNDS = 6;

export interface CurrencyFigures {
  database: string;
  /** Payments in the organisation's currency, per second. */
  own: number;
  /** Payments in another currency, per second. */
  foreign: number;
  foreignToOwn: number;
}

/** Measures how fast payments are stored, alternately in the organisation's currency and in another one. */
export const measureCurrencies = (): Promise<CurrencyFigures[]> => onEachDatabase(measureOn);

async function measureOn(name: string, database: string): Promise<CurrencyFigures> {
  const daemon = await startDaemon(database);
  try {
    await daemon.staff('POST', '/v1/admin/exchange-rates', {
      currency: 'EUR',
      valid_from: '2020-01-01',
      rate: '1.0823',
    });
    await paymentsPerSecond(daemon, 'USD');
    await paymentsPerSecond(daemon, 'EUR');
    const rounds: { own: number; foreign: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({ own: await paymentsPerSecond(daemon, 'USD'), foreign: await paymentsPerSecond(daemon, 'EUR') });
    return {
      database: name,
      own: median(rounds.map(({ own }) => own)),
      foreign: median(rounds.map(({ foreign }) => foreign)),
      foreignToOwn: median(rounds.map(({ own, foreign }) => foreign / own)),
    };
  } finally {
    await daemon.stop();
  }
}

async function paymentsPerSecond(daemon: BenchDaemon, currency: string) {
  const requests = await load(`${daemon.url}/v1/game/game-event`, {
    headers: { 'x-api-key': daemon.key },
    body: () => payments(currency),
    seconds: SECONDS,
    connections: 8,
  });
  return EVENTS * requests;
}

export function printCurrencies(figures: readonly CurrencyFigures[]) {
  console.log(
    "| database | in the organisation's currency, payments/s | in another currency, payments/s | ratio | goal |\n|---|---|---|---|---|",
  );
  for (const { database, own, foreign, foreignToOwn } of figures)
    console.log(`| ${database} | ${Math.round(own)} | ${Math.round(foreign)} | ${foreignToOwn.toFixed(2)} | 0.9 |`);
}
