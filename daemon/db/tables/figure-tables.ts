import type { Kit } from '../sqlite/sqlite-kit.ts';

// Counters and series are caches, made of rows: `verify` proves them. A row belongs to a game ('' where none is known)
// and to the slot of the daemon that writes it. In series `hour` holds the instant at which a quarter of an hour begins:
// the days and hours of every time zone are sums of whole quarters (decision 20).

export function figureTables({ bigCount, instant, integer, money, primaryKey, reference, table, text }: Kit) {
  /** Totals: terms_id 0 holds claims and what redeem-type codes see; other rows hold a creator code's revenue by terms. */
  const code_counters = table(
    'code_counters',
    {
      code_id: reference('code_id').notNull(),
      terms_id: reference('terms_id').notNull(),
      game_id: text('game_id').notNull(),
      slot: integer('slot').notNull(),
      claims: bigCount('claims').notNull(),
      payments: bigCount('payments').notNull(),
      revenue: money('revenue').notNull(),
      refunds: money('refunds').notNull(),
    },
    (t) => [primaryKey({ columns: [t.code_id, t.terms_id, t.game_id, t.slot] })],
  );

  const code_hours = table(
    'code_hours',
    {
      code_id: reference('code_id').notNull(),
      hour: instant('hour').notNull(),
      game_id: text('game_id').notNull(),
      slot: integer('slot').notNull(),
      claims: bigCount('claims').notNull(),
      payments: bigCount('payments').notNull(),
      revenue: money('revenue').notNull(),
      refunds: money('refunds').notNull(),
    },
    (t) => [primaryKey({ columns: [t.code_id, t.hour, t.game_id, t.slot] })],
  );

  /**
   * The dashboard's series. Campaign 0 is the whole organisation, where revenue is all that was paid; a campaign's revenue
   * is what players paid who claimed any of its codes, each payment once.
   */
  const campaign_hours = table(
    'campaign_hours',
    {
      campaign_id: reference('campaign_id').notNull(),
      hour: instant('hour').notNull(),
      game_id: text('game_id').notNull(),
      slot: integer('slot').notNull(),
      claims: bigCount('claims').notNull(),
      payments: bigCount('payments').notNull(),
      revenue: money('revenue').notNull(),
      refunds: money('refunds').notNull(),
      /** What of the revenue accrued to creators. */
      creator_revenue: money('creator_revenue').notNull(),
    },
    (t) => [primaryKey({ columns: [t.campaign_id, t.hour, t.game_id, t.slot] })],
  );

  return { code_counters, code_hours, campaign_hours };
}

export type FigureTables = ReturnType<typeof figureTables>;
