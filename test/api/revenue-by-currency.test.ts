import { expect, it } from 'vitest';
import { migrationsOf } from '../../daemon/db/migrate/migration-files.ts';
import { dialectOf } from '../../daemon/db/open.ts';
import { faultsIn } from '../support/database/verify-books.ts';
import { MINUTE, onGame } from '../support/http/game-flow.ts';
import { done } from '../support/http/test-client.ts';
import { runSql } from '../support/world/sql.ts';

onGame('revenue by currency', ({ daemon, clock, staff, unique, payment, pay, linkedPlayer }) => {
  const currencies = async (query: { campaign_id?: number; game_id?: string } = {}) => {
    clock.now += MINUTE;
    const { currencies, totals } = done(await staff.call('dashboard', { query }));
    const rows: [string, string, string][] = currencies.map(
      ({ paid, revenue }: { paid: { amount: string; currency: string }; revenue: { amount: string } }) => [
        paid.currency,
        paid.amount,
        revenue.amount,
      ],
    );
    if (rows.length > 0)
      expect(rows.reduce((sum, [, , revenue]) => sum + Number(revenue), 0)).toBeCloseTo(Number(totals.revenue.amount));
    return rows;
  };
  const addRate = async (currency: string, rate: string) =>
    done(await staff.call('createExchangeRate', { body: { currency, rate, valid_from: '2026-01-01' } }));
  const stored = () =>
    runSql(
      daemon().databaseUrl,
      `select campaign_id, hour, currency, digits, game_id, sum(paid) as paid, sum(revenue) as revenue
         from currency_hours group by 1, 2, 3, 4, 5
        order by campaign_id, hour, currency, digits, game_id`,
    );

  it('is empty while all payments are in the organisation’s currency', async () => {
    const player = await linkedPlayer();
    done(await pay([payment(player.user, 5)]));
    expect(await currencies()).toEqual([]);
    expect(await currencies({ campaign_id: player.campaignId })).toEqual([]);
  });

  it('adds up what players paid and deducts refunds; for a campaign, it includes only the campaign’s players', async () => {
    await addRate('EUR', '1.1');
    await addRate('JPY', '0.0065');
    await addRate('VND', '0.00004');
    const inUsd = { currency: 'USD' };
    const player = await linkedPlayer();
    const { user } = player;
    const [euros, dong, late] = [unique('tx'), unique('tx'), unique('tx')];
    const paidIn = (currency: string, change: object = {}) => ({ currency, ...change });
    done(
      await pay([
        payment(user, 10, paidIn('EUR', { transaction_id: euros })),
        payment(user, 3, inUsd),
        payment('stranger', 1000, paidIn('JPY')),
      ]),
    );
    done(await pay([payment(user, -2.5, paidIn('EUR', { refund_of: euros }))]));
    // These refunds arrive before their payments: a partial one, and one that exceeds its payment and rounds to 0.
    done(await pay([payment(user, -1, paidIn('EUR', { refund_of: late }))]));
    done(await pay([payment(user, -15, paidIn('VND', { refund_of: dong }))]));
    done(await pay([payment(user, 4, paidIn('EUR', { transaction_id: late }))]));
    done(await pay([payment(user, 10, paidIn('VND', { transaction_id: dong }))]));
    // A refund in dollars that names no payment takes from the newest payments, whatever their currency.
    done(await pay([payment(user, -4, inUsd)]));
    expect(await currencies()).toEqual([
      ['USD', '4.00', '4.00'],
      ['EUR', '10.50', '11.55'],
      ['JPY', '1000', '6.50'],
      ['VND', '-5', '0.00'],
    ]);
    expect(await faultsIn(daemon().db)).toEqual([]);
    expect(await currencies({ campaign_id: player.campaignId })).toEqual([
      ['USD', '-1.00', '-1.00'],
      ['EUR', '10.50', '11.55'],
      ['VND', '0', '0.00'],
    ]);
    expect(await currencies({ game_id: 'other' })).toEqual([]);
  });

  it('is checked by verify, and equals what the migration computes from stored payments', async () => {
    const { databaseUrl, db } = daemon();
    const kept = await stored();
    expect(kept.length).toBe(5);
    await runSql(databaseUrl, "update currency_hours set paid = paid + 1 where campaign_id = 0 and currency = 'JPY'");
    expect(await faultsIn(db)).toEqual([
      expect.stringMatching(
        /^currency_hours campaign 0 .* currency JPY digits 0 game game paid: 1001 instead of 1000$/,
      ),
    ]);
    const backfill = migrationsOf(dialectOf(databaseUrl))[24]?.sql.at(-1) ?? '';
    await runSql(databaseUrl, 'delete from currency_hours', backfill);
    expect(await stored()).toEqual(kept);
  });
});
