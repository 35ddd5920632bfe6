import type { Database, Handle } from '../../../db/database.ts';
import type { LedgerSum } from '../statements/payout-rules.ts';
import { type LedgerRow, ledgerOf, sumLedger, sumLedgerAfter } from './ledger-store.ts';

/** What creators accrued. To be asked for all of them, page after page, in the order of their ids. */
export interface Ledger {
  /** By creator and campaign. */
  sumsOf(handle: Handle, creatorIds: readonly string[]): Promise<Map<string, LedgerSum[]>>;
  /** To be called behind the last creator: throws where something accrued to one that was not asked for. */
  expectRead(): void;
  close(): Promise<void>;
}

const PAGE = 2000;

/**
 * On Postgres the ledger is summed in one pass through all of it: to look up each accrual of each creator where it lies
 * takes ten times as long. On SQLite creator by creator, which holds up nobody.
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
      if (next < page.length) throw new Error(`Creator ${page[next]?.creator_id} accrued something and is in no list`);
    },
    close: async () => void (await pages.return()),
  };
}
