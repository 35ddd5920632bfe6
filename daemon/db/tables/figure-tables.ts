import type { Kit } from '../sqlite/sqlite-kit.ts';

// Counters and series are cached sums over rows, which `verify` checks. A figure belongs to a game ('' if unknown) and
// to the slot of the daemon that writes it. In series, `hour` is the start of a quarter of an hour, because the days
// and hours of every time zone are sums of whole quarters (decision 20).

const figures = (k: Kit) => ({
  game_id: k.text('game_id').notNull(),
  slot: k.integer('slot').notNull(),
  claims: k.bigCount('claims').notNull(),
  payments: k.bigCount('payments').notNull(),
  revenue: k.money('revenue').notNull(),
  refunds: k.money('refunds').notNull(),
});

/**
 * All-time totals. Rows with terms_id 0 contain the claims of all codes and the revenue of redeem codes; other rows
 * contain the revenue of creator codes by terms.
 */
const codeCountersTable = (k: Kit) =>
  k.table(
    'code_counters',
    {
      code_id: k.reference('code_id').notNull(),
      terms_id: k.reference('terms_id').notNull(),
      ...figures(k),
    },
    (t) => [k.primaryKey({ columns: [t.code_id, t.terms_id, t.game_id, t.slot] })],
  );

const codeHoursTable = (k: Kit) =>
  k.table(
    'code_hours',
    {
      code_id: k.reference('code_id').notNull(),
      hour: k.instant('hour').notNull(),
      ...figures(k),
    },
    (t) => [k.primaryKey({ columns: [t.code_id, t.hour, t.game_id, t.slot] })],
  );

/**
 * The dashboard's series. Campaign 0 is the whole organisation, with the revenue of all payments. A campaign's revenue
 * is that of players who claimed any of its codes, each payment once.
 */
const campaignHoursTable = (k: Kit) =>
  k.table(
    'campaign_hours',
    {
      campaign_id: k.reference('campaign_id').notNull(),
      hour: k.instant('hour').notNull(),
      ...figures(k),
      /** The part of the revenue that accrued to creators. */
      creator_revenue: k.money('creator_revenue').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.campaign_id, t.hour, t.game_id, t.slot] })],
  );

/** Revenue in currencies other than the organisation's, by campaign; campaign 0 is the whole organisation. */
const currencyHoursTable = (k: Kit) =>
  k.table(
    'currency_hours',
    {
      campaign_id: k.reference('campaign_id').notNull(),
      hour: k.instant('hour').notNull(),
      currency: k.text('currency').notNull(),
      digits: k.integer('digits').notNull(),
      game_id: k.text('game_id').notNull(),
      slot: k.integer('slot').notNull(),
      /** In minor units of `currency`, less refunds. */
      paid: k.money('paid').notNull(),
      /** In the organisation's currency, less refunds. */
      revenue: k.money('revenue').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.campaign_id, t.hour, t.currency, t.digits, t.game_id, t.slot] })],
  );

export function figureTables(k: Kit) {
  return {
    code_counters: codeCountersTable(k),
    code_hours: codeHoursTable(k),
    campaign_hours: campaignHoursTable(k),
    currency_hours: currencyHoursTable(k),
  };
}
