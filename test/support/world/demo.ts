import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { withBuildLock } from '../../../build/build-lock.mjs';
import { startDaemon } from '../../../daemon/compose.ts';
import { readConfig } from '../../../daemon/config.ts';
import type { Database } from '../../../daemon/db/database.ts';
import { migrate } from '../../../daemon/db/migrate/migrate.ts';
import { openDatabase } from '../../../daemon/db/open.ts';
import { secretFileOf } from '../../../daemon/db/secret/secret-file.ts';
import { ensureSecretKey } from '../../../daemon/db/secret/secret-key.ts';
import { seedOrganisation } from '../../../daemon/db/seed.ts';
import { DEMO_PASSWORD, emailOf } from '../../../daemon/demo/accounts.ts';
import { fillYear } from '../../../daemon/demo/fill-year.ts';
import { silentLog } from '../../../daemon/lib/log.ts';
import { bearer, done, testClient } from '../http/test-client.ts';
import { type TestDatabase, testDatabase } from './daemon.ts';

/** Whatever the date, two months have ended within this time, so the last run can be compared with an earlier one. */
const DAYS = 75;

/** Creates a SQLite database with demo data. Each run fills it once, because filling is slower than most tests. */
export async function demoDatabase(days = DAYS): Promise<TestDatabase> {
  const made = join(inject('sharedFolder'), `demo-${days}.db`);
  await withBuildLock(`${made}.lock`, async () => {
    if (existsSync(made)) return;
    const draft = `${made}.draft`;
    await fillDemo(`sqlite:${draft}`, days);
    renameSync(secretFileOf(draft), secretFileOf(made));
    renameSync(draft, made);
  });
  return testDatabase('sqlite', { copyOf: made });
}

/** Fills an empty database as `redeemd demo` does, while no job runs. Returns the reported progress. */
export async function fillDemo(databaseUrl: string, days = DAYS): Promise<number[]> {
  const parts: number[] = [];
  await withEmptyDemo(databaseUrl, (db, now) => fillYear(db, now, 1, (part) => parts.push(part), { days }));
  return parts;
}

/** Opens an empty database for demo data while `fill` runs. */
export async function withEmptyDemo(databaseUrl: string, fill: (db: Database, now: number) => Promise<unknown>) {
  await migrate(databaseUrl);
  const db = await openDatabase(databaseUrl, { exclusive: true });
  try {
    await seedOrganisation(db, Date.now());
    await ensureSecretKey(db, { databaseUrl });
    await db.prepareDays(Date.now());
    await fill(db, Date.now());
  } finally {
    await db.close();
  }
}

/** Starts a daemon with a demo database and signs in the demo's owner. */
export async function startDemo(databaseUrl: string, port = 0) {
  const config = readConfig({ REDEEMD_DATABASE_URL: databaseUrl, REDEEMD_PORT: String(port) });
  const daemon = await startDaemon(config, { log: silentLog });
  const who = { email: emailOf('owner'), password: DEMO_PASSWORD };
  const { token } = done(await testClient(daemon.url).call('signIn', { body: who }));
  return { ...daemon, who, owner: testClient(daemon.url, bearer(token ?? '')) };
}
