import { expect, it } from 'vitest';
import { stepCorrection } from '../../daemon/features/exchange-rates/run-correction.ts';
import { verifyFigures } from '../../daemon/features/verify/verify-figures.ts';
import { MINUTE, onGame } from '../support/http/game-flow.ts';
import { csvBytes, recordsOf } from '../support/http/payouts.ts';
import { addMember } from '../support/http/staff.ts';
import { done, iso, pointersOf, refusal, shape } from '../support/http/test-client.ts';

onGame('corrections of exchange rates', ({ daemon, clock, staff, unique, payment, pay, linkedPlayer }) => {
  const addRate = async (currency: string, rate: string, valid_from = '2026-01-01'): Promise<number> =>
    done(await staff.call('createExchangeRate', { body: { currency, valid_from, rate } })).rate_id;
  const requestCorrection = (rate_id: number, rate: string, query = {}) =>
    staff.call('correctExchangeRate', { params: { rate_id }, query, body: { rate, reason: 'A typing error.' } });
  const correct = async (rateId: number, rate: string) => {
    const { correction } = done(await requestCorrection(rateId, rate));
    await daemon().runDueJobs();
    return correction;
  };
  const correctionOf = async (rateId: number) => {
    const { data } = done(await staff.call('listExchangeRates', { query: { limit: 100 } }));
    return data.find(({ rate_id }: { rate_id: number }) => rate_id === rateId)?.correction;
  };
  const amounts = (user: string) =>
    daemon().db.read(async ({ db, t: { payments: p } }) =>
      (await db.select().from(p).orderBy(p.payment_id)).filter((row) => row.user_id === user).map((row) => row.amount),
    );

  it('change the revenue from payments, but not the payments themselves; later refunds use the new rate', async () => {
    const { user, figures, code } = await linkedPlayer();
    const wrong = await addRate('GBP', '1.25');
    const tx = unique('tx');
    const pounds = (amount: number, change = {}) => payment(user, amount, { currency: 'GBP', ...change });
    done(await pay([pounds(10, { transaction_id: tx }), pounds(1), pounds(-2.01, { refund_of: tx })]));
    expect(await figures()).toMatchObject({ total_revenue: 11.24 });
    const preview = done(await requestCorrection(wrong, '1.3333', { dry_run: true }));
    expect(preview).toEqual({ payments: 2, creators: 1, difference: { amount: '0.74', currency: 'USD' } });
    expect(await correctionOf(wrong)).toBeNull();
    const stored = await amounts(user);
    await correct(wrong, '1.3333');
    // 13.33 - 2.68 and 1.33 instead of 12.50 - 2.51 and 1.25.
    expect(await figures()).toMatchObject({ total_revenue: 11.98 });
    expect(await amounts(user)).toEqual(stored);
    expect(await correctionOf(wrong)).toMatchObject({
      ...{ status: 'done', rate: '1.3333', payments: 2, difference: preview.difference },
      ...{ requested_by: { name: expect.any(String) }, finished_at: expect.any(String) },
    });
    done(await pay([pounds(-3.33, { refund_of: tx })]));
    done(await pay([pounds(-4.66, { refund_of: tx }), pounds(2)]));
    expect(await figures()).toMatchObject({ total_revenue: 4 });
    const player = done(await staff.call('getPlayer', { params: { user_id: user } }));
    expect(player.payments.map(({ accrued }: { accrued: { amount: string } | null }) => accrued?.amount)).toEqual(
      expect.arrayContaining(['2.67', '1.33']),
    );
    expect(code).toBeTruthy();
  });

  it('count payments that were 0 at the wrong rate', async () => {
    const { user, figures } = await linkedPlayer();
    const wrong = await addRate('KRW', '0.0000007');
    const tx = unique('tx');
    const won = (amount: number, change = {}) => payment(user, amount, { currency: 'KRW', ...change });
    done(await pay([won(1400, { transaction_id: tx }), won(-400, { refund_of: tx })]));
    expect(await figures()).toMatchObject({ total_revenue: 0 });
    const { new_rate_id } = await correct(wrong, '0.0007');
    expect(await figures()).toMatchObject({ total_revenue: 0.7 });
    await correct(new_rate_id ?? 0, '0.0000008');
    expect(await figures()).toMatchObject({ total_revenue: 0 });
  });

  it('can be followed by another correction, and do not replace a rate that was added in between', async () => {
    const { user, figures } = await linkedPlayer();
    const first = await addRate('SEK', '1');
    const krona = (amount: number) => payment(user, amount, { currency: 'SEK' });
    done(await pay([krona(100)]));
    await addRate('SEK', '0.2');
    const { new_rate_id: second } = await correct(first, '0.1');
    done(await pay([krona(100)]));
    expect(await figures()).toMatchObject({ total_revenue: 30 });
    const late = await requestCorrection(first, '0.11');
    expect(shape(late)).toEqual(refusal(409, 'rate_corrected'));
    await correct(second ?? 0, '0.11');
    expect(await figures()).toMatchObject({ total_revenue: 31 });
  });

  it('take account of refunds without refund_of', async () => {
    const { user, figures } = await linkedPlayer();
    const wrong = await addRate('NOK', '0.01');
    done(await pay([payment(user, 100, { currency: 'NOK' })]));
    done(await pay([payment(user, -5, { currency: 'USD' })]));
    expect(await figures()).toMatchObject({ total_revenue: 0 });
    await correct(wrong, '0.1');
    expect(await figures()).toMatchObject({ total_revenue: 9 });
  });

  it('continue after an interruption; once they have started, payments no longer use the wrong rate', async () => {
    const { user, figures } = await linkedPlayer();
    const wrong = await addRate('DKK', '2');
    const kroner = (count: number) => Array.from({ length: count }, () => payment(user, 1, { currency: 'DKK' }));
    done(await pay(kroner(100)));
    done(await pay(kroner(30)));
    const { correction } = done(await requestCorrection(wrong, '0.15'));
    const id = correction?.correction_id ?? 0;
    expect(await stepCorrection(daemon().db, id, Date.UTC(2026, 0, 11))).toBe(true);
    done(await pay(kroner(1)));
    expect(shape(await requestCorrection(correction?.new_rate_id ?? 0, '0.2'))).toEqual(
      refusal(400, 'invalid_status_move'),
    );
    await daemon().runDueJobs();
    expect(await correctionOf(wrong)).toMatchObject({ status: 'done', payments: 130 });
    expect(await figures()).toMatchObject({ total_revenue: 19.65 });
  });

  it('count in the next payout run; the files of the closed run keep their bytes', async () => {
    const { user, campaignId, creator } = await linkedPlayer();
    const wrong = await addRate('PLN', '2.5');
    done(await pay([payment(user, 100, { currency: 'PLN' })]));
    const run = async (): Promise<number> =>
      done(await staff.call('createPayoutRun', { body: { kind: 'manual', campaign_id: campaignId } })).run_id;
    const first = await run();
    const before = await csvBytes(daemon(), first, 'lines');
    await correct(wrong, '0.25');
    const second = await run();
    expect((await csvBytes(daemon(), first, 'lines')).bytes).toEqual(before.bytes);
    const { statements } = done(await staff.call('getPayoutRun', { params: { run_id: second }, query: {} }));
    expect(statements.data).toMatchObject([
      { creator_id: creator, commission: { amount: '-47.50' }, lines: [{ payments: 0, refunds: { amount: '0.00' } }] },
    ]);
  });

  it('keep the terms of their payment when other tiers are tried for a later period', async () => {
    const { user, campaignId } = await linkedPlayer();
    const wrong = await addRate('CZK', '2.5');
    done(await pay([payment(user, 100, { currency: 'CZK' })]));
    clock.now += MINUTE;
    const from = iso(clock.now);
    await correct(wrong, '0.25');
    clock.now += MINUTE;
    const tiers = [{ min_revenue: 0, percent: 50 }];
    const trial = await staff.call('dryRunPayouts', { body: { kind: 'trial', campaign_id: campaignId, from, tiers } });
    // Stored: 10% of 25.00 instead of 20% of 250.00.
    expect(done(trial)).toMatchObject({
      totals: {
        ...{ revenue: { amount: '-225.00' }, commission: { amount: '-47.50' } },
        ...{ trial_commission: { amount: '-47.50' }, difference: { amount: '0.00' } },
      },
    });
  });

  it('appear in the lines by currency, which add up to each line and keep their bytes', async () => {
    const { user, campaignId } = await linkedPlayer();
    const wrong = await addRate('CAD', '1.25');
    await addRate('JPY', '0.0067');
    const [dollars, yen] = [unique('tx'), unique('tx')];
    const paid = (amount: number, currency: string, change = {}) => payment(user, amount, { currency, ...change });
    const run = async () => {
      const body = { kind: 'manual', campaign_id: campaignId } as const;
      const { run_id } = done(await staff.call('createPayoutRun', { body }));
      const { bytes } = await csvBytes(daemon(), run_id, 'lines_with_currencies');
      const { statements } = done(await staff.call('getPayoutRun', { params: { run_id }, query: {} }));
      const rows = recordsOf(bytes).map((row) =>
        [row.paid_currency, row.payments, row.paid, row.currency, row.revenue].join(' '),
      );
      return { run_id, bytes, rows, revenue: statements.data[0]?.lines[0]?.revenue.amount };
    };
    done(await pay([paid(12.5, 'USD'), paid(3.01, 'CAD', { transaction_id: dollars })]));
    done(await pay([paid(1001, 'JPY', { transaction_id: yen }), paid(-101, 'JPY', { refund_of: yen })]));
    const first = await run();
    expect(first.rows).toEqual(['USD 1 12.50 USD 12.50', 'CAD 1 3.01 USD 3.76', 'JPY 2 900 USD 6.03']);
    expect(first.revenue).toBe('22.29');
    await correct(wrong, '1.35');
    done(await pay([paid(-3.01, 'CAD', { refund_of: dollars }), paid(900, 'JPY')]));
    const second = await run();
    // The refund takes 4.06 at the new rate, and the correction of the rate adds 0.30.
    expect(second.rows).toEqual(['CAD 1 -3.01 USD -3.76', 'JPY 1 900 USD 6.03']);
    expect(second.revenue).toBe('2.27');
    expect((await csvBytes(daemon(), first.run_id, 'lines_with_currencies')).bytes).toEqual(first.bytes);
    expect((await verifyFigures(daemon().db)).filter(({ table }) => table === 'payout_runs')).toEqual([]);
  });

  it('need an existing rate, a different value for it, and a second person if payout runs need one', async () => {
    const finance = await addMember(daemon(), 'finance');
    const wrong = await addRate('CHF', '1');
    const same = await requestCorrection(wrong, '1.0');
    expect(shape(same)).toEqual(refusal(400, 'invalid_request'));
    expect(pointersOf(same)).toEqual(['/rate']);
    expect(shape(await requestCorrection(999_999, '1.1'))).toEqual(refusal(404, 'not_found'));
    const approve = (who: Pick<typeof staff, 'call'>) =>
      who.call('approveRateCorrection', { params: { rate_id: wrong } });
    expect(shape(await approve(staff))).toEqual(refusal(404, 'not_found'));
    done(await staff.edit('changeSettings', { body: { two_person_payouts: true } }));
    expect(await correct(wrong, '1.1')).toMatchObject({ status: 'waiting', new_rate_id: null });
    expect(shape(await requestCorrection(wrong, '1.2'))).toEqual(refusal(409, 'rate_corrected'));
    expect(shape(await approve(staff))).toEqual(refusal(403, 'second_person_needed'));
    done(await staff.call('rejectRateCorrection', { params: { rate_id: wrong } }));
    expect(await correctionOf(wrong)).toBeNull();
    await correct(wrong, '1.2');
    expect(done(await approve(finance.ask)).correction).toMatchObject({ status: 'running', rate: '1.2' });
    await daemon().runDueJobs();
    expect(await correctionOf(wrong)).toMatchObject({
      ...{ status: 'done', payments: 0, decided_by: { staff_id: finance.staff_id } },
    });
    expect(shape(await approve(finance.ask))).toEqual(refusal(400, 'invalid_status_move'));
    done(await staff.edit('changeSettings', { body: { two_person_payouts: false } }));
  });
});
