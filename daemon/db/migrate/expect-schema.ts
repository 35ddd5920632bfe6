import { sql } from 'drizzle-orm';
import { plural } from '../../lib/plural.ts';
import type { Handle } from '../database.ts';
import { codeOf, rootFault } from '../faults.ts';
import { JOURNAL, migrationsOf, pendingOf } from './migration-files.ts';

/** Throws if the schema is not this program's, because commands could fail halfway or write incomplete data. */
export async function expectSchema(handle: Handle): Promise<void> {
  const pending = pendingOf(migrationsOf(handle.dialect), await listApplied(handle));
  if (pending.length > 0)
    throw new Error(
      `The database is older than this redeemd: ${plural(pending.length, 'migration')} pending. ` +
        'Run `redeemd migrate`, start this redeemd, or use the version that last used the database.',
    );
}

async function listApplied({ db, dialect }: Handle): Promise<number[]> {
  const journal = sql.raw(dialect === 'sqlite' ? JOURNAL : `drizzle.${JOURNAL}`);
  try {
    const rows = await db.select({ at: sql<number | string>`created_at` }).from(journal);
    return rows.map(({ at }) => Number(at));
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new Error('The database has no redeemd tables. To create them, run `redeemd migrate` or `redeemd serve`', {
      cause: error,
    });
  }
}

const MISSING_IN_POSTGRES = '42P01';

function isMissing(error: unknown): boolean {
  const fault = rootFault(error);
  return codeOf(fault) === MISSING_IN_POSTGRES || (fault instanceof Error && /^no such table/.test(fault.message));
}
