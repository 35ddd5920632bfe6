import { join } from 'node:path';
import { openConnection } from '../../../daemon/db/sqlite/sqlite-connection.ts';
import { createHotSqlite } from '../../../daemon/hot/sqlite-hot-store.ts';
import { redeemItem } from '../../support/database/hot-items.ts';
import type { BenchDaemon } from '../bench-daemon.ts';
import { MANY } from './bench-codes.ts';

// Runs redeem's statements without HTTP or batches, to measure SQLite's rate with one transaction per redeem.

/** No daemon uses this slot. */
const SLOT = 4242;
let serial = 0;

/** Measures the rate in this process, with the idle daemon's file and settings. */
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
