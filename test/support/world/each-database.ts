import { afterAll, beforeAll, describe } from 'vitest';
import type { Database } from '../../../daemon/db/database.ts';
import { openDatabase } from '../../../daemon/db/open.ts';
import { secretKeyOf } from '../../../daemon/lib/keyed.ts';
import { isFull } from '../amounts.ts';
import { type DatabaseKind, type TestDatabase, testDatabase } from './daemon.ts';

export const BOTH_DATABASES: readonly DatabaseKind[] = ['sqlite', 'postgres'];

/**
 * The databases of tests whose SQL is the same on both: `npm test` uses SQLite, and `npm run test:full` uses both. Tests
 * of statements, locks and isolation use `BOTH_DATABASES`.
 */
export const STORY_DATABASES = isFull ? BOTH_DATABASES : BOTH_DATABASES.slice(0, 1);

type Suite = (database: () => Database, kind: DatabaseKind, url: () => string) => void;

/** Runs a suite whose SQL is the same on both databases. */
export const onDatabase = (suite: Suite) => runOn(STORY_DATABASES, suite);

/** Runs a suite on both databases, each with its own migrated database. */
export const onEachDatabase = (suite: Suite) => runOn(BOTH_DATABASES, suite);

function runOn(databases: readonly DatabaseKind[], suite: Suite) {
  describe.each(databases)('%s', (kind) => {
    let db: Database;
    let fresh: TestDatabase;
    beforeAll(async () => {
      fresh = await testDatabase(kind, { isMigrated: true });
      db = await openDatabase(fresh.url, { exclusive: true });
      db.keys.secretKey = secretKeyOf('the secret of a test');
    });
    afterAll(async () => {
      await db.close();
      await fresh.drop();
    });
    suite(
      () => db,
      kind,
      () => fresh.url,
    );
  });
}
