import { expect, it } from 'vitest';
import { onEachGame } from '../support/http/game-flow.ts';
import { done, pointersOf, refusal, shape } from '../support/http/test-client.ts';

onEachGame('payments in other currencies', ({ daemon, clock, staff, unique, payment, pay, linkedPlayer }) => {
  const addRate = async (currency: string, rate: string, valid_from = '2026-01-01') =>
    done(await staff.call('createExchangeRate', { body: { currency, valid_from, rate } }));
  const inUsd = (user: string, amount: number, change: object = {}) =>
    payment(user, amount, { currency: 'USD', ...change });
  const stored = () =>
    daemon().db.read(async ({ db, t: { payments: p } }) =>
      (await db.select().from(p).orderBy(p.payment_id)).map(({ amount, paid_minor, paid_currency, rate_id }) => [
        amount,
        paid_minor,
        paid_currency,
        rate_id,
      ]),
    );

  it('need a rate; the first rate makes the currency required in every payment', async () => {
    const user = unique('user');
    const inEuros = payment(user, 10, { currency: 'EUR' });
    expect(shape(await pay([inEuros]))).toEqual(refusal(400, 'no_exchange_rate'));
    done(await pay([payment(user, 1)]));
    expect(done(await staff.call('getSettings')).require_currency).toBe(false);
    await addRate('eur', '1.085');
    expect(done(await staff.call('getSettings')).require_currency).toBe(true);
    const without = await pay([payment(user, 1)]);
    expect(shape(without)).toEqual(refusal(400, 'currency_required'));
    expect(pointersOf(without)).toEqual(['/events/0/currency']);
    done(await pay([inEuros, inUsd(user, 2)]));
    expect((await stored()).slice(-2)).toEqual([
      [1085n, 1000n, 'EUR', 1],
      [200n, null, null, null],
    ]);
    expect(shape(await pay([payment(user, 1, { currency: 'CHF' })]))).toEqual(refusal(400, 'no_exchange_rate'));
    const early = payment(user, 1, { currency: 'EUR', created_at: '2025-12-31T23:59:59Z' });
    expect(shape(await pay([early]))).toEqual(refusal(400, 'no_exchange_rate'));
    expect(shape(await pay([payment(user, 1, { currency: 'XXX' })]))).toEqual(refusal(400, 'no_exchange_rate'));
  });

  it('are converted exactly, with the decimal places of both currencies, and rounded half to even', async () => {
    const user = unique('user');
    await addRate('JPY', '0.0065');
    await addRate('KWD', '3.25');
    done(
      await pay([
        payment(user, 1000, { currency: 'JPY' }),
        payment(user, 1.234, { currency: 'KWD' }),
        payment(user, 100, { currency: 'JPY' }),
        payment(user, 300, { currency: 'JPY' }),
      ]),
    );
    // 4.0105, 0.65 and 1.95 dollars; a yen is 0.65 cents.
    expect((await stored()).slice(-4).map(([amount]) => amount)).toEqual([650n, 401n, 65n, 195n]);
    done(await pay([payment(user, 10, { currency: 'JPY' }), payment(user, 30, { currency: 'JPY' })]));
    expect((await stored()).slice(-2).map(([amount]) => amount)).toEqual([6n, 20n]);
    expect(shape(await pay([payment(user, 0.5, { currency: 'JPY' })]))).toEqual(refusal(400, 'invalid_amount'));
  });

  it('keep their rate: a later rate changes neither stored payments nor retries', async () => {
    const { user } = await linkedPlayer();
    const paid = payment(user, 10, { currency: 'EUR', transaction_id: unique('tx') });
    const id = unique('request');
    done(await pay([paid], id));
    const before = await stored();
    await addRate('EUR', '2');
    expect(done(await pay([paid], id))).toMatchObject({ accepted: 1 });
    expect(done(await pay([paid]))).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await stored()).toEqual(before);
    const other = await pay([{ ...paid, currency: 'USD' }]);
    expect(shape(other)).toEqual(refusal(409, 'transaction_conflict'));
    expect(pointersOf(other)).toEqual(['/events/0/currency']);
    done(await pay([payment(user, 10, { currency: 'EUR' })]));
    expect((await stored()).at(-1)?.[0]).toBe(2000n);
  });

  it('are refunded at their own rate, in parts down to exactly 0', async () => {
    const { user, figures } = await linkedPlayer();
    await addRate('GBP', '1.3333');
    const tx = unique('tx');
    done(await pay([payment(user, 10, { currency: 'GBP', transaction_id: tx })]));
    expect(await figures()).toMatchObject({ total_revenue: 13.33 });
    await addRate('GBP', '9');
    const refund = (amount: number, change: object = {}) =>
      payment(user, amount, { currency: 'GBP', refund_of: tx, ...change });
    done(await pay([refund(-3.33), refund(-3.33)]));
    done(await pay([refund(-3.33)]));
    expect(await figures()).toMatchObject({ total_revenue: 0.01 });
    expect(shape(await pay([refund(-0.02)]))).toEqual(refusal(400, 'refund_exceeds_payment'));
    expect(shape(await pay([inUsd(user, -0.01, { refund_of: tx })]))).toEqual(refusal(400, 'refund_currency_mismatch'));
    expect(shape(await pay([payment(user, -1, { currency: 'GBP' })]))).toEqual(refusal(400, 'refund_of_required'));
    done(await pay([refund(-0.01)]));
    expect(await figures()).toMatchObject({ total_revenue: 0 });
    expect((await stored()).slice(-5).reduce((sum, [amount]) => sum + BigInt(amount ?? 0), 0n)).toBe(0n);
  });

  it('that arrive after their refund are reversed at their own rate', async () => {
    const { user, figures } = await linkedPlayer();
    const [tx, other] = [unique('tx'), unique('tx')];
    const at = clock.now;
    done(await pay([payment(user, -10, { currency: 'GBP', refund_of: tx })]));
    done(await pay([inUsd(user, -1, { refund_of: other })]));
    done(await pay([payment(user, 10, { currency: 'GBP', transaction_id: tx })]));
    done(await pay([payment(user, 10, { currency: 'GBP', transaction_id: other })]));
    expect(await figures()).toMatchObject({ total_revenue: 90 });
    const { data } = done(await staff.call('listUnmatchedPayments', { query: { user_id: user } }));
    expect(data.map((row: { reason: string }) => row.reason)).toEqual(['refund_in_other_currency']);
    expect(clock.now).toBe(at);
  });

  it('that arrive after their refund match it even if they round to 0', async () => {
    const { user } = await linkedPlayer();
    await addRate('VND', '0.00004');
    const tx = unique('tx');
    done(await pay([payment(user, -10, { currency: 'VND', refund_of: tx })]));
    const unmatched = async () =>
      done(await staff.call('listUnmatchedPayments', { query: { user_id: user } })).data.map(
        (row: { reason: string }) => row.reason,
      );
    done(await pay([payment(user, 10, { currency: 'VND', transaction_id: tx })]));
    expect(await unmatched()).toEqual([]);
  });
});
