import type { Database, Handle } from '../../../db/database.ts';
import type { LedgerSum } from '../../../domain/payouts/statement-amounts.ts';
import { type LedgerRow, ledgerOf, sumLedger, sumLedgerAfter } from './ledger-store.ts';

/** Sums of accruals. The caller must request all creators page by page, in ID order. */
export interface Ledger {
  /** Returns the sums by creator and campaign (see `pairKey`). */
  sumsOf(handle: Handle, creatorIds: readonly string[]): Promise<Map<string, LedgerSum[]>>;
  /** Throws if a creator with accruals was not requested. Call it after the last creator. */
  expectRead(): void;
  close(): Promise<void>;
}

const PAGE = 2000;

/**
 * On Postgres, sums the ledger in one pass over the whole table, because looking up each creator's accruals in an index
 * takes ten times as long. On SQLite, it looks up each page of creators in a short read.
 */
export function openLedger(db: Database, after: string | null, youngFrom: number): Ledger {
  if (!db.scan)
    return { sumsOf: (handle, ids) => sumLedger(handle, ids, youngFrom), expectRead: () => {}, close: async () => {} };
  const pages = db.scan<LedgerRow>((handle) => sumLedgerAfter(handle, after, youngFrom), PAGE);
  let page: LedgerRow[] = [];
  let next = 0;
  return {
    async sumsOf(_, creatorIds) {
      const wanted = new Set(creatorIds);
      const rows: LedgerRow[] = [];
      for (;;) {
        for (; next < page.length; next += 1) {
          const row = page[next] as LedgerRow;
          if (!wanted.has(row.creator_id)) return ledgerOf(rows);
          rows.push(row);
        }
        const read = await pages.next();
        if (read.done) return ledgerOf(rows);
        page = read.value;
        next = 0;
      }
    },
    expectRead() {
      if (next < page.length) throw new Error(`Creator ${page[next]?.creator_id} has accruals but was not on any page`);
    },
    close: async () => void (await pages.return()),
  };
}
