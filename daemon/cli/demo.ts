import { startDaemon } from '../compose.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { openDatabase } from '../db/open.ts';
import { ensureSecretKey } from '../db/secret/secret-key.ts';
import { seedOrganisation } from '../db/seed.ts';
import { DEMO_PASSWORD, emailOf, STAFF } from '../demo/accounts.ts';
import { fillYear } from '../demo/fill-year.ts';
import { startTraffic } from '../demo/traffic.ts';
import { expectFreeAddress } from '../http/listen.ts';
import { createLog } from '../lib/log.ts';
import { migrateFor } from './migrate.ts';
import { stopOnSignals } from './serve.ts';

export const DEMO_DATABASE = 'sqlite:./data/demo.db';
const SEED = 20_260_110;
const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

export interface DemoOptions {
  /** Exits once the database has been filled, without starting the daemon. */
  fillOnly?: boolean;
}

/**
 * Fills a database with one year of a studio's data, then simulates live traffic. The passwords are public, so the demo
 * listens on loopback only.
 */
export async function demo(config: Config, { fillOnly = false }: DemoOptions = {}): Promise<void> {
  if (!LOOPBACK.includes(config.host))
    throw new Error('The demo’s passwords are public, so it can only listen on loopback. Remove REDEEMD_HOST');
  if (!fillOnly) await expectFreeAddress(config);
  await migrateFor(config);
  const db = await openDatabase(config.databaseUrl, { exclusive: true });
  try {
    await seedOrganisation(db, Date.now());
    await ensureSecretKey(db, config);
    await db.prepareDays(Date.now());
    if (!(await isFilled(db))) await fill(db);
  } finally {
    await db.close();
  }
  if (fillOnly) return;
  const log = createLog(config.logLevel);
  const daemon = await startDaemon(config, { log });
  const stopTraffic = await startTraffic(daemon.db, daemon.url, log);
  stopOnSignals(config, log, async () => {
    await stopTraffic();
    await daemon.close();
  });
  const people = STAFF.map(({ role }) => `  ${emailOf(role)}`).join('\n');
  process.stderr.write(
    `\nThe demo is running. Open ${config.publicUrl ?? daemon.url}/portal and sign in with the password ${DEMO_PASSWORD} as one of\n${people}\n`,
  );
  process.stdout.write(`redeemd listening on ${daemon.url}\n`);
}

/** Returns whether an earlier demo filled the database. Throws if the database contains other data. */
async function isFilled(db: Database): Promise<boolean> {
  const people = await db.read(({ db, t }) => db.select({ email: t.staff.email }).from(t.staff).limit(10));
  if (people.length === 0) return false;
  if (people.some(({ email }) => email === emailOf('owner'))) return true;
  throw new Error('This database contains other data. Set REDEEMD_DATABASE_URL to an empty database for the demo');
}

async function fill(db: Database) {
  const { isTTY } = process.stderr;
  let shown = -1;
  await fillYear(db, Date.now(), SEED, (part) => {
    const percent = Math.floor(part * 100);
    if (percent === shown || (!isTTY && percent % 10 !== 0)) return;
    shown = percent;
    const bar = '█'.repeat(Math.floor(percent / 4)).padEnd(25, '░');
    process.stderr.write(
      isTTY ? `\rGenerating a year of data ${bar} ${percent}%` : `Generating a year of data: ${percent}%\n`,
    );
  });
  if (isTTY) process.stderr.write('\n');
}
