import type BetterSqlite3 from 'better-sqlite3';
import type { CampaignChange, CounterChange, CurrencyChange } from '../domain/payments/payment-batch.ts';
import { startOfQuarter } from '../lib/clock.ts';

/** Adds to the counters and series in this daemon's slot. */
export interface CounterWriter {
  code(change: CounterChange & { claims: number }, now: number): void;
  campaign(change: CampaignChange & { claims: number }, now: number): void;
  currency(change: CurrencyChange, now: number): void;
}

const FIGURES = ['claims', 'payments', 'revenue', 'refunds'];

export function createSqliteCounters(db: BetterSqlite3.Database, slot: number): CounterWriter {
  const adder = (table: string, keys: readonly string[], figures: readonly string[]) => {
    const key = [...keys, 'game_id', 'slot'].join(', ');
    const values = [...keys, 'game_id', ...figures].map(() => '?');
    const added = figures.map((name) => `${name} = ${name} + excluded.${name}`);
    return db.prepare(
      `insert into ${table} (slot, ${[...keys, 'game_id', ...figures].join(', ')}) values (${slot}, ${values.join(', ')})
       on conflict (${key}) do update set ${added.join(', ')}`,
    );
  };
  const total = adder('code_counters', ['code_id', 'terms_id'], FIGURES);
  const ofCode = adder('code_hours', ['code_id', 'hour'], FIGURES);
  const ofCampaign = adder('campaign_hours', ['campaign_id', 'hour'], [...FIGURES, 'creator_revenue']);
  const ofCurrency = adder('currency_hours', ['campaign_id', 'hour', 'currency', 'digits'], ['paid', 'revenue']);
  return {
    code({ codeId, termsId, gameId, claims, payments, revenue, refunds }, now) {
      total.run(codeId, termsId, gameId, claims, payments, revenue, refunds);
      ofCode.run(codeId, startOfQuarter(now), gameId, claims, payments, revenue, refunds);
    },
    campaign({ campaignId, gameId, claims, payments, revenue, refunds, creatorRevenue }, now) {
      ofCampaign.run(campaignId, startOfQuarter(now), gameId, claims, payments, revenue, refunds, creatorRevenue);
    },
    currency({ campaignId, currency, digits, gameId, paid, revenue }, now) {
      ofCurrency.run(campaignId, startOfQuarter(now), currency, digits, gameId, paid, revenue);
    },
  };
}
