import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import type { Database } from '../../daemon/db/database.ts';
import { migrate } from '../../daemon/db/migrate.ts';
import { openDatabase } from '../../daemon/db/open.ts';
import { faultsIn } from './books.ts';
import { freshDatabase } from './postgres.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

/** A URL of an empty database of its own, and how to be rid of it. */
export async function freshUrl(kind: DatabaseKind): Promise<{ url: string; drop: () => Promise<void> }> {
  if (kind === 'postgres') return freshDatabase(inject('postgresUrl'));
  const folder = await mkdtemp(join(tmpdir(), 'redeemd-test-'));
  return { url: `sqlite:${join(folder, 'redeem.db')}`, drop: () => rm(folder, { recursive: true, force: true }) };
}

/** Runs a suite on both databases, each migrated and its own; afterwards the books must balance. */
export function onEachDatabase(suite: (database: () => Database, kind: DatabaseKind) => void) {
  describe.each(['sqlite', 'postgres'] as const)('%s', (kind) => {
    let db: Database;
    let fresh: Awaited<ReturnType<typeof freshUrl>>;
    beforeAll(async () => {
      fresh = await freshUrl(kind);
      await migrate(fresh.url);
      db = await openDatabase(fresh.url, { exclusive: true });
    });
    afterAll(async () => {
      const faults = await faultsIn(db);
      await db.close();
      await fresh.drop();
      if (faults.length > 0) throw new Error(`the books do not balance:\n${faults.join('\n')}`);
    });
    suite(() => db, kind);
  });
}
