import type BetterSqlite3 from 'better-sqlite3';
import { startOfQuarter } from '../lib/clock.ts';

interface Change {
  claims: number;
  payments: number;
  revenue: number;
  refunds: number;
}

/** The counter rows of this daemon's slot, shared by redeem and pay. */
export interface CounterWriter {
  code(codeId: number, termsId: number, now: number, change: Change): void;
  campaign(campaignId: number, now: number, change: Change): void;
}

const COLUMNS = 'claims, payments, revenue, refunds';
const ADDED =
  'claims = claims + excluded.claims, payments = payments + excluded.payments, revenue = revenue + excluded.revenue, refunds = refunds + excluded.refunds';

export function createSqliteCounters(db: BetterSqlite3.Database, slot: number): CounterWriter {
  const adder = (table: string, first: string, second: string) =>
    db.prepare(
      `insert into ${table} (${first}, ${second}, slot, ${COLUMNS}) values (?, ?, ${slot}, ?, ?, ?, ?)
       on conflict (${first}, ${second}, slot) do update set ${ADDED}`,
    );
  const total = adder('code_counters', 'code_id', 'terms_id');
  const ofCode = adder('code_hours', 'code_id', 'hour');
  const ofCampaign = adder('campaign_hours', 'campaign_id', 'hour');
  return {
    code(codeId, termsId, now, { claims, payments, revenue, refunds }) {
      total.run(codeId, termsId, claims, payments, revenue, refunds);
      ofCode.run(codeId, startOfQuarter(now), claims, payments, revenue, refunds);
    },
    campaign(campaignId, now, { claims, payments, revenue, refunds }) {
      ofCampaign.run(campaignId, startOfQuarter(now), claims, payments, revenue, refunds);
    },
  };
}
