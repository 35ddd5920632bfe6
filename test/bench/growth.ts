// Measures how durations grow with the number of rows, by sending the same requests to a small and a large database of
// claims, links, payments, accruals and codes. Also measures the disk space of tables and indexes.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteFile } from '../../daemon/db/sqlite/sqlite-library.ts';
import { freshDatabase } from '../support/world/postgres.ts';
import { type BenchDaemon, load, median, startDaemon } from './bench-daemon.ts';
import { flag, onPostgres, runAll, wordsOf } from './fill.ts';
import { onEachDatabase } from './on-each-database.ts';
import { residentMib } from './processes.ts';

const SIZES = (flag('sizes') ?? '10000,10000000').split(',').map(Number);
const SECONDS = Number(flag('seconds') ?? 5);
const STEP = 500_000;
const CREATORS = 200;
const RUNS = 15;
const STARTS = 3;

interface Figure {
  what: string;
  unit: string;
  value: number;
}
export interface Grown {
  database: string;
  rows: number;
  figures: Figure[];
  disk: { name: string; mib: number }[];
}

export async function measureGrowth(): Promise<Grown[]> {
  const grown = await onEachDatabase(async (name, database) => {
    const sizes: Grown[] = [];
    for (const rows of SIZES) sizes.push({ database: name, rows, ...(await measureAt(rows, name, database)) });
    return sizes;
  });
  return grown.flat();
}

async function measureAt(rows: number, name: string, server: string) {
  const fresh = server === 'sqlite' ? null : await freshDatabase(server);
  const database = fresh?.url ?? server;
  const daemon = await startDaemon(database, makeCreators);
  try {
    // The daemon never runs ANALYZE on SQLite, so the benchmark does not either.
    const analyse = database === 'sqlite' ? [] : ['analyze'];
    await runAll(daemon, database, [...fillOf(rows, daemon.campaignId, database), ...analyse]);
    console.error(`${name}: filled with ${rows.toLocaleString('en')} rows in each table`);
    const figures = [...(await starts(daemon)), ...(await questions(daemon)), ...(await redeems(daemon, rows))];
    for (const { what, value, unit } of figures) console.error(`  ${what}: ${value.toFixed(1)} ${unit}`);
    return { figures, disk: await sizesOf(daemon, database) };
  } finally {
    await daemon.stop();
    await fresh?.drop();
  }
}

async function makeCreators(daemon: BenchDaemon) {
  await daemon.changeSettings({ creator_code_moderation: 'none' });
  await daemon.code('BASE', { use_as_referral: 'Y' });
  for (let n = 0; n < CREATORS; n += 1)
    await daemon.program('POST', '/v1/redemption-codes/creator', {
      creator_id: `creator-${n}`,
      redemption_code: 'BASE',
      code: `MANY-${n}`,
    });
}

/** Returns statements that insert rows. Player n has a claim, a link and a payment; creator codes have IDs from 2. */
function fillOf(rows: number, campaignId: number, database: string): string[] {
  const { series, padded, yes } = wordsOf(database);
  const now = Date.now();
  const at = `${now} - 25920000000 + cast(n * ${25_920_000_000 / rows} as bigint)`;
  const player = `'player-' || ${padded('n')}`;
  const creator = `'creator-' || (n % ${CREATORS})`;
  const own = `2 + n % ${CREATORS}`;
  const columns =
    'code_id, campaign_id, kind, code, code_norm, name, root_url, used, active, rewards_json, status, created_at, updated_at';
  const inStep = (first: number, last: number) => {
    const from = `from ${series(first, last)}`;
    return [
      `insert into codes (${columns}) select 1000 + n, ${campaignId}, 'redeem', 'GIFT-' || ${padded('n')}, 'GIFT-' || ${padded('n')},
         'Gift ' || (n % 1000), 'https://game.example/redeem', 0, ${yes}, '{"gold":100}', 'approved', ${at}, ${now} ${from}`,
      `insert into claims (claim_id, user_id, code_id, base_code_id, linked, key_id, created_at)
         select n, ${player}, ${own}, 1, ${yes}, 1, ${at} ${from}`,
      `insert into links (user_id, creator_id, claim_id, created_at) select ${player}, ${creator}, n, ${at} ${from}`,
      `insert into payments (payment_id, game_id, transaction_id, user_id, amount, counted_code_ids, created_at, received_at)
         select n, 'bench', 't-' || ${padded('n')}, ${player}, 999, '[]', ${at}, ${at} ${from}`,
      `insert into accruals (accrual_id, payment_id, user_id, code_id, campaign_id, creator_id, terms_id, settlement_no, amount,
           counted_at, received_at) select n, n, ${player}, ${own}, ${campaignId}, ${creator}, 1, 1, 999, ${at}, ${at} ${from}`,
    ];
  };
  const steps = Array.from({ length: Math.ceil(rows / STEP) }, (_, step) =>
    inStep(step * STEP + 1, Math.min(rows, (step + 1) * STEP)),
  );
  const counters = `insert into code_counters (code_id, terms_id, game_id, slot, claims, payments, revenue, refunds)
    select 2 + n, 1, 'bench', 0, ${Math.floor(rows / CREATORS)}, ${Math.floor(rows / CREATORS)}, ${rows * 5}, 0 from ${series(0, CREATORS - 1)}`;
  const sequences = ['codes_code_id', 'claims_claim_id', 'payments_payment_id', 'accruals_accrual_id'].map(
    (name) => `select setval('${name}_seq', ${rows + 1000})`,
  );
  return [...steps.flat(), counters, ...(database === 'sqlite' ? [] : sequences)];
}

async function starts(daemon: BenchDaemon): Promise<Figure[]> {
  const times: number[] = [];
  for (let n = 0; n < STARTS; n += 1) times.push(await daemon.restart());
  return [{ what: 'start until the daemon listens', unit: 'ms', value: median(times) }];
}

async function questions(daemon: BenchDaemon): Promise<Figure[]> {
  const codes = `/v1/admin/campaigns/${daemon.campaignId}/codes`;
  const asked: [string, () => Promise<unknown>][] = [
    ['codes, newest first', () => daemon.staff('GET', codes)],
    ['codes by name', () => daemon.staff('GET', `${codes}?sort=name`)],
    ['codes, search for one code', () => daemon.staff('GET', `${codes}?q=GIFT-00000777`)],
    ['claims, newest first', () => daemon.staff('GET', '/v1/admin/claims')],
    ['claims of a creator', () => daemon.staff('GET', '/v1/admin/claims?creator_id=creator-77')],
    ['one player', () => daemon.staff('GET', '/v1/admin/players/player-00000777')],
    ['search', () => daemon.staff('GET', '/v1/admin/search?q=GIFT-00000777')],
    ['creators', () => daemon.staff('GET', '/v1/admin/creators')],
    ['dashboard', () => daemon.staff('GET', '/v1/admin/dashboard')],
    ['analytics of a creator', () => daemon.program('GET', '/v1/redemption-codes/analytics?creator_id=creator-77')],
  ];
  const figures: Figure[] = [];
  for (const [what, ask] of asked) {
    await ask();
    const times: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const startedAt = performance.now();
      await ask();
      times.push(performance.now() - startedAt);
    }
    figures.push({ what, unit: 'ms', value: median(times) });
  }
  return figures;
}

/** Measures redeems of players whose IDs sort among the existing ones, so new keys are spread over all index pages. */
async function redeems(daemon: BenchDaemon, rows: number): Promise<Figure[]> {
  let asked = 0;
  const body = () => {
    asked += 1;
    const among = String(Math.floor(Math.random() * rows)).padStart(8, '0');
    return JSON.stringify({ user_id: `player-${among}-${asked}`, code: `MANY-${asked % CREATORS}` });
  };
  const url = `${daemon.url}/v1/redemption-codes/use/redeem`;
  const headers = { 'x-api-key': daemon.key };
  await load(url, { headers, body, seconds: 2 });
  const rate = await load(url, { headers, body, seconds: SECONDS });
  return [
    { what: 'redeems', unit: 'per second', value: rate },
    { what: 'memory of the daemon', unit: 'MiB', value: residentMib(daemon.pid) },
  ];
}

async function sizesOf(daemon: BenchDaemon, database: string): Promise<Grown['disk']> {
  if (database !== 'sqlite')
    return await onPostgres(database, async (client) => {
      const { rows } = await client.query<{ name: string; mib: number }>(
        `select relname as name, (pg_relation_size(oid) / 1048576)::int as mib from pg_class
          where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace order by 2 desc limit 12`,
      );
      return rows;
    });
  const file = join(daemon.folder, 'redeem.db');
  const mib = (path: string) => (existsSync(path) ? Math.round(statSync(path).size / 1_048_576) : 0);
  const db = openSqliteFile(file, { readonly: true });
  try {
    const rows = db
      .prepare<[], { name: string; mib: number }>(
        "select name, sum(pgsize) / 1048576 as mib from dbstat('main') group by name order by 2 desc limit 12",
      )
      .all();
    return [{ name: 'the file', mib: mib(file) }, ...rows];
  } finally {
    db.close();
  }
}

export function printGrowth(grown: readonly Grown[]): void {
  for (const database of new Set(grown.map((one) => one.database))) {
    const sizes = grown.filter((one) => one.database === database);
    const [small, ...larger] = sizes;
    if (!small) continue;
    console.log(
      `\n| ${database} | ${sizes.map(({ rows }) => rows.toLocaleString('en')).join(' | ')} | largest ÷ smallest |`,
    );
    console.log(`|---|${sizes.map(() => '---|').join('')}---|`);
    for (const [at, { what, unit, value }] of small.figures.entries()) {
      const values = [value, ...larger.map(({ figures }) => figures[at]?.value ?? Number.NaN)];
      const ratio = (values.at(-1) ?? value) / value;
      const shown = values.map((one) => (one >= 100 ? Math.round(one).toLocaleString('en') : one.toFixed(1)));
      console.log(`| ${what}, ${unit} | ${shown.join(' | ')} | ${ratio.toFixed(2)} |`);
    }
    const most = sizes.at(-1);
    console.log(
      `\n${database}, MiB with ${most?.rows.toLocaleString('en')} rows in each table: ${most?.disk.map(({ name, mib }) => `${name} ${mib}`).join(', ')}`,
    );
  }
}
