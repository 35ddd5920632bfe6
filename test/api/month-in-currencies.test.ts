import { expect, it } from 'vitest';
import { onGame } from '../support/http/game-flow.ts';
import { csvBytes, payoutsOf, recordsOf } from '../support/http/payouts.ts';
import { done } from '../support/http/test-client.ts';

// The test simulates a month of an organisation with two games and payments in four currencies. It computes the
// expected amounts as exact fractions and shares no code with the daemon.

const PERCENT = 10n;
const DIGITS = { USD: 2, EUR: 2, JPY: 0, KWD: 3 } as const;
type Currency = keyof typeof DIGITS;
const RATES: Record<Currency, string> = { USD: '1', EUR: '1.0837', JPY: '0.0067123', KWD: '0.32541' };
/** The correct rate; the one in `RATES` has its decimal point in the wrong place. */
const RIGHT_KWD = '3.2541';

/** Returns numerator / denominator, rounded half to even. */
function rounded(numerator: bigint, denominator: bigint): bigint {
  const sign = numerator < 0n ? -1n : 1n;
  const size = numerator * sign;
  const whole = size / denominator;
  const twice = 2n * (size % denominator);
  const isUp = twice > denominator || (twice === denominator && whole % 2n === 1n);
  return sign * (isUp ? whole + 1n : whole);
}

/** Converts minor units of a currency into cents. */
function inCents(minor: bigint, currency: Currency, rate: string): bigint {
  const [whole = '', part = ''] = rate.split('.');
  return rounded(minor * BigInt(whole + part) * 100n, 10n ** BigInt(part.length + DIGITS[currency]));
}

interface Sale {
  user: string;
  game: string;
  currency: Currency;
  minor: bigint;
  /** The transaction_id; a refund names it. */
  id: string;
  refunds: bigint[];
}

/** Returns the revenue of a sale at a rate. The sum of its refunds so far is converted, not each refund. */
const countedOf = ({ minor, currency, refunds }: Sale, rate: string) =>
  inCents(minor, currency, rate) - inCents(sumOf(refunds), currency, rate);
const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);
const cents = (sum: bigint) => (Number(sum) / 100).toFixed(2);

onGame('a month of payments in several currencies', (flow) => {
  const { daemon, staff, clock, unique, running, newBase, payment, pay } = flow;
  const { run, move, statementOf } = payoutsOf(flow);

  /** Returns a sale's amount as the game sends it. */
  const amountOf = (minor: bigint, currency: Currency) => Number(minor) / 10 ** DIGITS[currency];

  it('pays creators what exact arithmetic gives, before and after a correction', async () => {
    const rateIds = new Map<string, number>();
    for (const currency of ['EUR', 'JPY', 'KWD'] as const) {
      const body = { currency, valid_from: '2026-01-01', rate: RATES[currency] };
      rateIds.set(currency, done(await staff.call('createExchangeRate', { body })).rate_id);
    }
    const campaigns = {
      alpha: await running({ games: ['alpha'], commission_tiers: [{ min_revenue: 0, percent: Number(PERCENT) }] }),
      beta: await running({ games: ['beta'], commission_tiers: [{ min_revenue: 0, percent: Number(PERCENT) }] }),
    };
    const creators = { alpha: unique('creator'), beta: unique('creator') };
    const fans: Record<string, string[]> = { alpha: [], beta: [] };
    for (const game of ['alpha', 'beta'] as const) {
      const base = await newBase(campaigns[game]);
      const made = { creator_id: creators[game], redemption_code: base.code };
      const { code } = done(await flow.game.call('createCreatorCode', { body: made }));
      for (let at = 0; at < 3; at += 1) {
        const user_id = unique('fan');
        done(await flow.redeem(user_id, code));
        fans[game]?.push(user_id);
      }
    }

    const sales: Sale[] = [];
    const currencies = Object.keys(DIGITS) as Currency[];
    for (let day = 0; day < 28; day += 1) {
      const events: unknown[] = [];
      for (const [game, users] of Object.entries(fans)) {
        const currency = currencies[(day + users.length + (game === 'beta' ? 1 : 0)) % currencies.length] ?? 'USD';
        const user = users[day % users.length] ?? '';
        const minor = BigInt(101 + ((day * 7919 + (game === 'beta' ? 37 : 0)) % 4799));
        const sale: Sale = { user, game, currency, minor, id: unique('sale'), refunds: [] };
        sales.push(sale);
        const more = { game_id: game, currency, transaction_id: sale.id };
        events.push(payment(user, amountOf(minor, currency), more));
        // This payment is in the other game, so no campaign may count it.
        if (day % 9 === 0)
          events.push(payment(user, 5, { game_id: game === 'alpha' ? 'beta' : 'alpha', currency: 'USD' }));
      }
      done(await pay(events));
      for (const sale of sales.filter((_, at) => at % 3 === day % 3 && at < sales.length - 2).slice(-1)) {
        const left = sale.minor - sumOf(sale.refunds);
        const part = day % 4 === 0 ? left : left / 3n;
        if (part === 0n) continue;
        sale.refunds.push(part);
        const refund = { game_id: sale.game, currency: sale.currency, refund_of: sale.id };
        done(await pay([payment(sale.user, -amountOf(part, sale.currency), refund)]));
      }
    }
    expect(new Set(sales.map(({ currency }) => currency)).size).toBe(4);
    expect(sales.filter(({ refunds }) => refunds.length > 0).length).toBeGreaterThan(5);

    const revenueOf = (game: string, kwd: string) =>
      sales
        .filter((sale) => sale.game === game)
        .reduce((sum, sale) => sum + countedOf(sale, sale.currency === 'KWD' ? kwd : RATES[sale.currency]), 0n);
    const commissionOf = (game: string, kwd: string) => rounded(revenueOf(game, kwd) * PERCENT, 100n);
    const moneyOf = async (runId: number, game: 'alpha' | 'beta') => {
      const { revenue, commission } = await statementOf(runId, creators[game]);
      return [revenue.amount, commission.amount];
    };

    const first = await run();
    const wrong: Record<string, bigint> = {};
    for (const game of ['alpha', 'beta'] as const) {
      wrong[game] = commissionOf(game, RATES.KWD);
      expect(await moneyOf(first.run_id, game)).toEqual([cents(revenueOf(game, RATES.KWD)), cents(wrong[game] ?? 0n)]);
    }
    done(await move(first.run_id, 'approve'));
    const file = await csvBytes(daemon(), first.run_id);
    done(await move(first.run_id, 'mark-exported'));

    const correction = { rate: RIGHT_KWD, reason: 'The decimal point was in the wrong place.' };
    const params = { rate_id: rateIds.get('KWD') ?? 0 };
    const preview = done(
      await staff.call('correctExchangeRate', { params, query: { dry_run: 'true' }, body: correction }),
    );
    const difference = (['alpha', 'beta'] as const).reduce(
      (sum, game) => sum + revenueOf(game, RIGHT_KWD) - revenueOf(game, RATES.KWD),
      0n,
    );
    expect(preview).toMatchObject({ creators: 2, difference: { amount: cents(difference) } });
    done(await staff.call('correctExchangeRate', { params, body: correction }));
    await daemon().runDueJobs();
    expect((await csvBytes(daemon(), first.run_id)).bytes).toEqual(file.bytes);
    done(await move(first.run_id, 'mark-paid'));

    clock.now += 1;
    const second = await run();
    for (const game of ['alpha', 'beta'] as const) {
      const [revenue, commission] = await moneyOf(second.run_id, game);
      expect(revenue).toBe(cents(revenueOf(game, RIGHT_KWD) - revenueOf(game, RATES.KWD)));
      expect(commission).toBe(cents(commissionOf(game, RIGHT_KWD) - (wrong[game] ?? 0n)));
    }
    expect(recordsOf(file.bytes).map((row) => row.creator_id)).toEqual(
      expect.arrayContaining([creators.alpha, creators.beta]),
    );
  });
});
