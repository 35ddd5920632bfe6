import type { Database } from '../../db/database.ts';
import { createKeyStore } from '../../domain/pool-keys.ts';
import { unseal } from '../../lib/keyed.ts';
import { FIRST_PACE, paceAfter, restAfter } from '../../lib/pace.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { listSealedByOthers, replaceSealed, SEALED, type SealedColumn, type SealedRow } from './rekey-store.ts';

export interface Rekeyed {
  /** The number of re-encrypted values, by column. */
  counts: Record<SealedColumn, number>;
  /** The number of values that neither the current nor the previous key can decrypt. They are left unchanged. */
  lost: number;
}

/**
 * Re-encrypts all values encrypted with the previous key. It works in small, complete steps: it can run while daemons
 * that know both keys are running, and an interrupted run can be repeated.
 */
export async function rekey(db: Database, now: number, signal?: AbortSignal): Promise<Rekeyed> {
  const done: Rekeyed = { counts: Object.fromEntries(SEALED.map((name) => [name, 0])) as Rekeyed['counts'], lost: 0 };
  for (const name of SEALED) await rekeyColumn(db, name, done, signal);
  const after = Object.fromEntries(Object.entries(done.counts).filter(([, count]) => count > 0));
  if (Object.keys(after).length === 0) return done;
  const entry = { staffId: null, action: 'settings.rekey', entity: 'settings', entityId: '-', before: null, after };
  await db.write((handle) => recordAudit(handle, entry, now));
  return done;
}

async function rekeyColumn(db: Database, name: SealedColumn, done: Rekeyed, signal?: AbortSignal) {
  const { secretKey } = db.keys;
  if (!secretKey) throw new Error('This database was opened without its secret key');
  const store = createKeyStore(secretKey);
  let after = 0;
  for (let pace = FIRST_PACE; !signal?.aborted; ) {
    const startedAt = performance.now();
    const search = { keyId: secretKey.id, after, limit: pace.size };
    const rows = await db.read((handle) => listSealedByOthers(handle, name, search));
    const last = rows.at(-1);
    if (!last) return;
    const opened = rows.map((row) => ({ row, value: openOrNull(row) }));
    await db.write(async (handle) => {
      for (const { row, value } of opened) if (value !== null) await replaceSealed(handle, name, row, store(value));
    });
    const lost = opened.filter(({ value }) => value === null).length;
    done.lost += lost;
    done.counts[name] += rows.length - lost;
    after = last.id;
    const ms = performance.now() - startedAt;
    pace = paceAfter(pace, ms);
    await restAfter(ms);
  }

  function openOrNull({ sealed }: SealedRow): string | null {
    try {
      return secretKey && unseal(secretKey, sealed);
    } catch {
      return null;
    }
  }
}
