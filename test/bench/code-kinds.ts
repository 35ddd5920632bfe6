import { freshDatabase } from '../support/world/postgres.ts';
import { type BenchDaemon, load, median, startDaemon } from './bench-daemon.ts';
import { flag } from './fill.ts';
import { onEachDatabase } from './on-each-database.ts';

const SECONDS = Number(process.env.REDEEMD_TEST_BENCH_SECONDS ?? 4);
const ROUNDS = 8;
const CODES = 200;
/** More keys than all rounds use, because redeems are refused once the pool is empty. */
const KEYS = 500_000;
const KEYS_AT_ONCE = 50_000;

/** Redeems per second, and the medians of the rounds' ratios. */
export interface CodeKindFigures {
  database: string;
  plain: number;
  /** The rate for plain codes relative to that of another checkout; NaN without `--before`. */
  plainToBefore: number;
  conditionsToPlain: number;
  keyPoolToPlain: number;
}

const ATTRIBUTES = { level: 31, country: 'AT', platform: 'pc', paid: true, guild: 'north' };
const CONDITIONS = [
  { attribute: 'level', is: 'at_least', value: 20 },
  { attribute: 'country', is: 'one_of', value: ['DE', 'AT', 'CH'] },
  { attribute: 'platform', is: 'equal', value: 'pc' },
  { attribute: 'paid', is: 'equal', value: true },
  { attribute: 'guild', is: 'not_equal', value: 'south' },
];

/**
 * Measures redeems of codes without conditions, with five conditions, and with a key pool, in turn. With `--before=DIR`
 * it also measures plain codes on the built daemon of another checkout.
 */
export const measureCodeKinds = (): Promise<CodeKindFigures[]> => onEachDatabase(measureOn);

async function measureOn(name: string, database: string): Promise<CodeKindFigures> {
  const before = flag('before');
  const daemons: BenchDaemon[] = [];
  const open = async (checkout?: string) => {
    const url = database === 'sqlite' ? database : (await freshDatabase(database)).url;
    const daemon = await startDaemon(url, undefined, {}, checkout);
    daemons.push(daemon);
    return daemon;
  };
  try {
    // The two daemons of a pair redeem only plain codes, so that their databases stay about the same size.
    const pair = before === undefined ? null : { earlier: await open(before), later: await open() };
    if (pair) for (const daemon of [pair.earlier, pair.later]) await addCodes(daemon, 'PLAIN', {});
    const now = await open();
    await prepare(now);
    const round = async () => ({
      earlier: pair ? await redeemsPerSecond(pair.earlier, 'PLAIN') : Number.NaN,
      later: pair ? await redeemsPerSecond(pair.later, 'PLAIN') : Number.NaN,
      plain: await redeemsPerSecond(now, 'PLAIN'),
      conditions: await redeemsPerSecond(now, 'CONDITIONS', { attributes: ATTRIBUTES }),
      keyPool: await redeemsPerSecond(now, 'POOL'),
    });
    await round();
    const rounds: Awaited<ReturnType<typeof round>>[] = [];
    while (rounds.length < ROUNDS) rounds.push(await round());
    return {
      database: name,
      plain: median(rounds.map(({ plain }) => plain)),
      plainToBefore: median(rounds.map(({ later, earlier }) => later / earlier)),
      conditionsToPlain: median(rounds.map(({ conditions, plain }) => conditions / plain)),
      keyPoolToPlain: median(rounds.map(({ keyPool, plain }) => keyPool / plain)),
    };
  } finally {
    for (const daemon of daemons) await daemon.stop();
  }
}

async function prepare(daemon: BenchDaemon) {
  await addCodes(daemon, 'PLAIN', {});
  await addCodes(daemon, 'CONDITIONS', { conditions: CONDITIONS });
  const { pool_id } = await daemon.staff<{ pool_id: number }>('POST', '/v1/admin/key-pools', { name: 'Bench' });
  for (let from = 0; from < KEYS; from += KEYS_AT_ONCE) {
    const csv = Array.from({ length: KEYS_AT_ONCE }, (_, at) => `KEY-${from + at}`).join('\n');
    await daemon.staff('POST', `/v1/admin/key-pools/${pool_id}/keys`, { csv });
  }
  await addCodes(daemon, 'POOL', { key_pool_id: pool_id });
}

async function addCodes(daemon: BenchDaemon, kind: string, fields: object) {
  for (let at = 0; at < CODES; at += 1) await daemon.code(`${kind}-${at}`, { ...fields });
}

let players = 0;
function redeemsPerSecond(daemon: BenchDaemon, kind: string, fields: object = {}): Promise<number> {
  const body = () => {
    players += 1;
    return JSON.stringify({ user_id: `player-${players}`, code: `${kind}-${players % CODES}`, ...fields });
  };
  const url = `${daemon.url}/v1/redemption-codes/use/redeem`;
  return load(url, { headers: { 'x-api-key': daemon.key }, body, seconds: SECONDS });
}

export function printCodeKinds(figures: readonly CodeKindFigures[]) {
  console.log(
    '| database | plain codes/s | ratio to the other checkout | five conditions, ratio to plain | key pool, ratio to plain |\n|---|---|---|---|---|',
  );
  for (const { database, plain, plainToBefore, conditionsToPlain, keyPoolToPlain } of figures)
    console.log(
      `| ${database} | ${Math.round(plain)} | ${plainToBefore.toFixed(3)} | ${conditionsToPlain.toFixed(3)} | ${keyPoolToPlain.toFixed(3)} |`,
    );
}
