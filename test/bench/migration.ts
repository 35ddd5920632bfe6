// Measures how long `redeemd migrate` takes from the schema of migration 0008, and how long other statements wait. Half
// the rows are codes, the others failed attempts (`npm run bench -- --migration [--rows=N] [--only=sqlite|postgres]`).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrate } from '../../daemon/db/migrate/migrate.ts';
import { startPostgres } from '../support/world/postgres.ts';
import { flag, onPostgres, runAll, wordsOf } from './fill.ts';

const FROM = 9;
const PROBE_MS = 50;
const STEP = 500_000;
const rows = Number(flag('rows') ?? 10_000_000);
const half = rows / 2;
const folder = mkdtempSync(join(tmpdir(), 'redeemd-migration-'));
const table: string[] = [];

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const note = (...cells: string[]) => {
  table.push(`| ${cells.join(' | ')} |`);
  console.error(cells.join(', '));
};

async function prepare(database: 'sqlite' | 'postgres', url: string) {
  const migrationsFolder = join(process.cwd(), 'daemon/db/migrate/migrations', database);
  await migrate(url, { migrations: readMigrationFiles({ migrationsFolder }).slice(0, FROM) });
  await runAll({ folder }, database === 'sqlite' ? database : url, fill(database));
}

function fill(database: 'sqlite' | 'postgres'): string[] {
  const { series, padded, yes, no } = wordsOf(database);
  const now = Date.now();
  const statements = [
    `insert into campaigns (campaign_id, name, starts_at, ends_at, stage, notes, settlement_no, created_at, updated_at)
     values (1, 'Spring', 0, ${now}, 'published', '', 0, ${now}, ${now})`,
  ];
  for (let first = 1; first <= half; first += STEP) {
    const some = series(first, Math.min(half, first + STEP - 1));
    statements.push(
      `insert into codes (code_id, campaign_id, kind, code, code_norm, name, root_url, used, active, rewards_json, status, created_at, updated_at)
       select n, 1, 'redeem', 'GIFT-' || ${padded('n')}, 'GIFT-' || ${padded('n')}, 'Gift', 'https://game.example/redeem', 0, ${yes},
              '{"gold":100}', 'approved', ${now - half} + n, ${now} from ${some}`,
      `insert into refused_tries (user_id, code, reason, family_id, is_validate, created_at)
       select 'player-' || (n * 7919 % 1000003), 'GIFT-' || ${padded('n')}, 'limit_reached', 1, ${no}, ${now - half} + n from ${some}`,
    );
  }
  return statements;
}

/** Runs `redeemd migrate` as operators do. @returns the duration in ms */
async function runMigrate(url: string, copy: 'on' | 'off'): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(process.cwd(), 'daemon/dist/main.js'), 'migrate'], {
    env: { ...process.env, REDEEMD_DATABASE_URL: url, REDEEMD_MIGRATION_COPY: copy },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`migrate ended with ${code}`);
  return performance.now() - startedAt;
}

async function measureSqlite() {
  const file = join(folder, 'redeem.db');
  await prepare('sqlite', `sqlite:${file}`);
  const before = `${file}.kept`;
  copyFileSync(file, before);
  const size = `${(statSync(file).size / 1e9).toFixed(2)} GB`;
  for (const copy of ['off', 'on'] as const) {
    for (const name of readdirSync(folder)) if (name !== 'redeem.db.kept') rmSync(join(folder, name));
    copyFileSync(before, file);
    const took = await runMigrate(`sqlite:${file}`, copy);
    note(`SQLite, copy ${copy}, ${size}`, seconds(took), 'no daemon is running', '');
  }
}

/** Runs a statement every 50 ms on a separate connection. Returns a text with the longest wait and the p99. */
async function probe(url: string, statement: string, over: AbortSignal) {
  const waits: number[] = [];
  await onPostgres(url, async (client) => {
    while (!over.aborted) {
      const startedAt = performance.now();
      await client.query(statement);
      waits.push(performance.now() - startedAt);
      await sleep(Math.max(0, PROBE_MS - (waits.at(-1) ?? 0)));
    }
  });
  const [p99 = 0] = waits.sort((a, b) => b - a).slice(Math.floor(waits.length / 100));
  return `${Math.round(waits[0] ?? 0)} ms (p99 ${Math.round(p99)} ms, ${waits.length} writes)`;
}

const PROBES = [
  'update codes set used = used + 1 where code_id = 1',
  `insert into refused_tries (user_id, code, reason, family_id, created_at) values ('probe', 'PROBE', 'limit_reached', 1, 0)`,
];

async function measurePostgres() {
  const postgres = await startPostgres({ own: true });
  try {
    await prepare('postgres', postgres.url);
    const sizeOf = `select pg_size_pretty(pg_database_size(current_database())) as size`;
    const size = await onPostgres(postgres.url, async (client) => (await client.query(sizeOf)).rows[0].size);
    const probeFor = async (work: () => Promise<number>) => {
      const over = new AbortController();
      const waits = PROBES.map((statement) => probe(postgres.url, statement, over.signal));
      const took = await work().finally(() => over.abort());
      return [seconds(took), ...(await Promise.all(waits))];
    };
    note('Postgres, without a migration', ...(await probeFor(() => sleep(10_000, 10_000))));
    note(`Postgres, migrate, ${size}`, ...(await probeFor(() => runMigrate(postgres.url, 'off'))));
  } finally {
    await postgres.stop();
  }
}

try {
  if (flag('only') !== 'postgres') await measureSqlite();
  if (flag('only') !== 'sqlite') await measurePostgres();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${rows.toLocaleString('en')} rows, ${cpus().length} cores, Node ${process.version}\n`);
console.log(
  '| migrate from 0008 | duration | longest wait of an update of `codes` | longest wait of an insert into `refused_tries` |',
);
console.log(`|---|---|---|---|\n${table.join('\n')}`);
