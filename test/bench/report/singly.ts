import { join } from 'node:path';
import { openConnection } from '../../../daemon/db/sqlite/sqlite-connection.ts';
import { createHotSqlite } from '../../../daemon/hot/sqlite-hot-store.ts';
import { redeemItem } from '../../support/database/hot-items.ts';
import type { BenchDaemon } from '../bench-daemon.ts';
import { MANY } from './bench-codes.ts';

// The statements of redeem without HTTP and without batches: what the database gives a transaction for each redeem.

/** A slot is the daemon's that writes; this one is no daemon's. */
const SLOT = 4242;
let serial = 0;

/** In this process, on the daemon's own file and with its settings, while the daemon has nothing to do. */
export function sqliteSinglyRate(daemon: BenchDaemon, seconds: number): number {
  const db = openConnection(join(daemon.folder, 'redeem.db'), 'writer');
  try {
    const { run } = createHotSqlite(db, SLOT);
    const startedAt = performance.now();
    let redeemed = 0;
    for (; performance.now() - startedAt < seconds * 1000; redeemed += 1) {
      serial += 1;
      const item = redeemItem(`singly-${serial}`, `FREE-${serial % MANY}`);
      const [outcome] = run({ kind: 'redeem', items: [item], now: Date.now() }) as { ok: boolean }[];
      if (!outcome?.ok) throw new Error(`A redeem was refused: ${JSON.stringify(outcome)}`);
    }
    return (redeemed * 1000) / (performance.now() - startedAt);
  } finally {
    db.close();
  }
}
