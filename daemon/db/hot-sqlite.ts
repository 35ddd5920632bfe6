import type BetterSqlite3 from 'better-sqlite3';
import { type IngestOutcome, joinOf, type SdkEventItem } from '../features/sdk-events/sdk-event-rules.ts';
import { startOfHour } from '../lib/clock.ts';
import { createSqlitePay } from './hot-sqlite-pay.ts';
import { createSqliteRedeem } from './hot-sqlite-redeem.ts';
import type { HotCall } from './hot-store.ts';

/** The counter rows of this daemon's slot, shared by redeem and pay. */
export type CounterWriter = (
  codeId: number,
  termsId: number,
  now: number,
  change: { claims: number; payments: number; revenue: number; refunds: number },
) => void;

/**
 * The hot statements on SQLite, for the writer thread: synchronous, one transaction a call. An error rolls the whole
 * call back and is thrown.
 */
export function createHotSqlite(db: BetterSqlite3.Database, slot: number) {
  const count = counterWriter(db, slot);
  const redeem = createSqliteRedeem(db, count);
  const pay = createSqlitePay(db, count);
  const ingest = createSqliteIngest(db);
  const run = (call: HotCall): unknown[] => {
    switch (call.kind) {
      case 'redeem':
        return redeem(call.items, call.now);
      case 'pay':
        return pay(call.items, call.now);
      case 'ingest':
        return ingest(call.items, call.now);
    }
  };
  const inTransaction = db.transaction(run);
  return { run: (call: HotCall) => inTransaction.immediate(call) };
}

function counterWriter(db: BetterSqlite3.Database, slot: number): CounterWriter {
  const columns = 'claims, payments, revenue, refunds';
  const added =
    'claims = claims + excluded.claims, payments = payments + excluded.payments, revenue = revenue + excluded.revenue, refunds = refunds + excluded.refunds';
  const total = db.prepare(
    `insert into code_counters (code_id, terms_id, slot, ${columns}) values (?, ?, ${slot}, ?, ?, ?, ?)
     on conflict (code_id, terms_id, slot) do update set ${added}`,
  );
  const hourly = db.prepare(
    `insert into code_hours (code_id, hour, slot, ${columns}) values (?, ?, ${slot}, ?, ?, ?, ?)
     on conflict (code_id, hour, slot) do update set ${added}`,
  );
  return (codeId, termsId, now, { claims, payments, revenue, refunds }) => {
    total.run(codeId, termsId, claims, payments, revenue, refunds);
    hourly.run(codeId, startOfHour(now), claims, payments, revenue, refunds);
  };
}

function createSqliteIngest(db: BetterSqlite3.Database) {
  const insert = db.prepare(
    `insert into sdk_events (event_id, created_at, received_at, game_id, event_type, event_sub_type, session_id, anon_id,
       user_id, referral_link, payload)
     select e, c, ?, ?, ?, ?, ?, ?, ?, ?, ? from (select ? as e, ? as c)
      where not exists (select 1 from sdk_events s where s.event_id = e)`,
  );
  const join = db.prepare(
    'insert into identities (game_id, anon_id, user_id, joined_at) values (?, ?, ?, ?) on conflict do nothing',
  );
  return (items: readonly SdkEventItem[], now: number): IngestOutcome[] =>
    items.map((item) => {
      const { changes } = insert.run(
        now,
        item.gameId,
        item.eventType,
        item.eventSubType,
        item.sessionId,
        item.anonId,
        item.userId,
        item.referralLink,
        item.payload,
        item.eventId,
        item.createdAt,
      );
      const joined = joinOf(item);
      if (joined && changes > 0) join.run(joined.gameId, joined.anonId, joined.userId, now);
      return { duplicate: changes === 0 };
    });
}
