import type BetterSqlite3 from 'better-sqlite3';
import { Undone } from '../lib/undone.ts';
import type { HotCall } from './hot-store.ts';
import { eventOf } from './ingest/event-rows.ts';
import { createSqliteIngest } from './ingest/sqlite-ingest.ts';
import { createSqlitePay } from './pay/sqlite-pay.ts';
import { createSqliteRedeem } from './redeem/sqlite-redeem.ts';
import { createSqliteCounters } from './sqlite-counters.ts';

/**
 * Creates the synchronous hot statements for SQLite's writer thread. Each call is one transaction, which an error rolls
 * back as a whole.
 */
export function createHotSqlite(db: BetterSqlite3.Database, slot: number) {
  const count = createSqliteCounters(db, slot);
  const redeem = createSqliteRedeem(db, count);
  const pay = createSqlitePay(db, count, slot);
  const ingest = createSqliteIngest(db, slot);
  const run = (call: HotCall): unknown[] => {
    switch (call.kind) {
      case 'redeem':
        return redeem(call.items, call.now);
      case 'pay':
        return pay(call.items, call.now);
      case 'ingest':
        return ingest(call.items.map(eventOf), call.now);
    }
  };
  const inTransaction = db.transaction(run);
  const undone = db.transaction((call: HotCall) => {
    throw new Undone(run(call));
  });
  const runTrial = (call: HotCall): unknown[] => {
    try {
      return undone.immediate(call);
    } catch (error) {
      if (error instanceof Undone) return error.result;
      throw error;
    }
  };
  return { run: (call: HotCall) => (call.isTrial ? runTrial(call) : inTransaction.immediate(call)) };
}
