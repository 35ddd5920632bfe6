import { afterAll, beforeAll, describe } from 'vitest';
import type { Database } from '../../../daemon/db/database.ts';
import { migrate } from '../../../daemon/db/migrate/migrate.ts';
import { openDatabase } from '../../../daemon/db/open.ts';
import { secretKeyOf } from '../../../daemon/lib/keyed.ts';
import { type DatabaseKind, type TestDatabase, testDatabase } from './daemon.ts';

/** Runs a suite on both databases, each with its own migrated database. */
export function onEachDatabase(suite: (database: () => Database, kind: DatabaseKind, url: () => string) => void) {
  describe.each(['sqlite', 'postgres'] as const)('%s', (kind) => {
    let db: Database;
    let fresh: TestDatabase;
    beforeAll(async () => {
      fresh = await testDatabase(kind);
      await migrate(fresh.url);
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
