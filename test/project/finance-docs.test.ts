import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../build/paths.mjs';
import { currencyDigits } from '../../daemon/contract/currencies.ts';
import type { Terms } from '../../daemon/domain/commission.ts';
import { convert } from '../../daemon/domain/exchange-rates.ts';
import type { PayerClaim } from '../../daemon/domain/payments/payment-batch.ts';
import type { PaymentEvent } from '../../daemon/domain/payments/payment-event.ts';
import { decidePayments } from '../../daemon/domain/payments/take-payments.ts';
import { decideLine, decideStatement, type LivingLine } from '../../daemon/domain/payouts/statement-amounts.ts';
import {
  cellsOf,
  LINE_CURRENCY_COLUMNS,
  lineCurrencyRows,
} from '../../daemon/features/payouts/files/payout-csv-rules.ts';
import { idsFrom } from '../../daemon/hot/ids-from.ts';
import { emptyPaymentSnapshot } from '../../daemon/hot/pay/pay-needs.ts';
import { formatAmount, parseAmount } from '../../daemon/lib/money.ts';

// Recomputes the examples in docs/finance.md with the daemon's rules.

const text = readFileSync(join(root, 'docs/finance.md'), 'utf8');
const TERMS: Record<string, Terms> = {
  Spring: {
    kind: 'tiers',
    tiers: [
      { min_revenue: 0, percent: 10 },
      { min_revenue: 100, percent: 20 },
    ],
  },
  Summer: { kind: 'tiers', tiers: [{ min_revenue: 0, percent: 5 }] },
};

/** Returns the rows of the table that begins with these columns. */
function tableOf(first: string): string[][] {
  const [, body = ''] = text.split(`| ${first}`);
  const lines = body.split('\n').slice(2);
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(0, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const minor = (amount: string) => BigInt(parseAmount(amount.replace('−', '-').replace('+', ''), 2));
const shown = (amount: bigint) => formatAmount(amount, 2).replace('-', '−');

interface Campaign {
  revenue: bigint[];
  lines: LivingLine[];
}

/** Returns the rows of the first table as the rules compute them, and the commission of each run. */
function computed() {
  const campaigns = new Map<string, Campaign>();
  const runs = new Map<string, bigint>();
  const rows = tableOf('Run | Campaign').map(([run = '', name = '', came = '']) => {
    const campaign = campaigns.get(name) ?? { revenue: [], lines: [] };
    campaigns.set(name, campaign);
    campaign.revenue.push(came.split(' ').reduce((sum, amount) => sum + minor(amount), 0n));
    const sums = campaign.revenue.map((revenue, at) => ({
      ...{ settlementNo: at + 1, termsId: 1, revenue, refunds: 0n, payments: 1, youngRevenue: 0n },
    }));
    const earlier = campaign.lines.reduce((sum, line) => sum + line.commission, 0n);
    const books = { sums, lines: campaign.lines, claims: 0, upTo: sums.length, termsInForce: 1 };
    const line = decideLine(books, () => TERMS[name] ?? expect.unreachable(), 2) ?? expect.unreachable();
    campaign.lines.push({ settlements: line.settlements, commission: line.commission, claims: 0 });
    runs.set(run, (runs.get(run) ?? 0n) + line.commission);
    return [run, name, came, shown(earlier + line.commission), shown(earlier), shown(line.commission)];
  });
  return { rows, runs };
}

it('the conversions in docs/finance.md agree with the rules', () => {
  const rows = tableOf('Paid | Rate');
  expect(rows).toHaveLength(5);
  for (const [paid = '', rate = '', counted = ''] of rows) {
    const [amount = '', currency = ''] = paid.split(' ');
    const from = currencyDigits(currency) ?? expect.unreachable();
    expect(shown(convert(BigInt(parseAmount(amount, from)), { rate, from, to: 2 })), paid).toBe(counted);
  }
});

it('the partial refunds in docs/finance.md agree with the rules', () => {
  const paid = (amount: string) => ({
    minor: minor(amount),
    currency: 'GBP',
    digits: 2,
    rate: { rateId: 1, rate: '1.3333' },
  });
  const event = { gameId: 'g', userId: 'zoe', createdAt: 0 };
  const payment = { ...event, transactionId: 'T', amount: minor('13.33'), refundOf: null, paid: paid('10.00') };
  const refunds = tableOf('Refund | Taken').map(([refund = '']) => ({
    ...event,
    ...{ transactionId: null, amount: 0n, refundOf: 'T', paid: paid(`-${refund.split(' ')[0]}`) },
  }));
  const snapshot = emptyPaymentSnapshot({
    ...{ currency: 'USD', currencyDigits: 2, totals: { paid: 0n, refunded: 0n } },
    ...{ nextPaymentId: idsFrom(1), nextAccrualId: idsFrom(1) },
  });
  const request = { familyId: 1, requestId: null, requestHash: '', currency: 'USD', currencyDigits: 2 };
  const { effects } = decidePayments([{ ...request, events: [payment, ...refunds] }], snapshot, 0);
  let left = 0n;
  const rows = effects.payments.map(({ event: { amount } }) => {
    left += amount;
    return [shown(-amount), shown(left)];
  });
  expect(rows.slice(1)).toEqual(tableOf('Refund | Taken').map(([, taken, rest]) => [taken, rest]));
});

it('the lines in docs/finance.md agree with the rules', () => {
  const { rows } = computed();
  expect(rows).toHaveLength(5);
  expect(tableOf('Run | Campaign')).toEqual(rows);
});

it('the statements in docs/finance.md agree with the rules', () => {
  let carriedIn = 0n;
  let paid = 0n;
  const rows = [...computed().runs].map(([run, commission]) => {
    const made = decideStatement(commission, { carriedIn, young: 0n, minimum: 0n, isFrozen: false });
    carriedIn = made.carried_out;
    paid += made.payable;
    const amounts = [made.commission, made.carried_in, made.payable, made.carried_out].map(shown);
    return [run, ...amounts, made.carry_reason ?? ''];
  });
  expect(rows).toHaveLength(4);
  expect(tableOf('Run | Commission')).toEqual(rows);
  expect(text).toContain(`In all, ${shown(paid)} was paid`);
});

const CREATOR_CLAIM: PayerClaim = {
  ...{ claimId: 1, codeId: 1, campaignId: 1, kind: 'creator', creatorId: 'ann', termsId: 1, settlementNo: 1 },
  claimedAt: 200_000,
  campaignEnd: 1_000_000,
  games: null,
};
const GIFT_CLAIM: PayerClaim = {
  ...CREATOR_CLAIM,
  claimId: 2,
  codeId: 2,
  campaignId: 2,
  kind: 'redeem',
  creatorId: null,
};

/** Parses the cell of a step, such as `payment A of 50.00` or `refund of A: −20.00`. */
function eventOf(cell: string): PaymentEvent {
  const [, name = null] = /(?:payment|refund of) ([A-Z])/.exec(cell) ?? [];
  const [text = ''] = /−?[\d]+\.\d\d/.exec(cell) ?? [];
  const isRefund = cell.startsWith('refund');
  return {
    ...{
      gameId: 'g',
      userId: 'zoe',
      amount: minor(text),
      createdAt: cell.includes('before her claims') ? 79_999 : 300_000,
    },
    transactionId: isRefund ? null : name,
    refundOf: isRefund ? name : null,
  };
}

it('the payments and refunds in docs/finance.md agree with the rules', () => {
  const steps = tableOf('Step | Event');
  expect(steps).toHaveLength(8);
  const rows = steps.map((_, last) => {
    const snapshot = emptyPaymentSnapshot({
      ...{ currency: 'EUR', currencyDigits: 2, totals: { paid: 0n, refunded: 0n } },
      ...{ nextPaymentId: idsFrom(1), nextAccrualId: idsFrom(1) },
    });
    snapshot.claims.set('zoe', [CREATOR_CLAIM, GIFT_CLAIM]);
    snapshot.links.set('zoe', 'ann');
    const request = { familyId: 1, requestId: null, requestHash: '', currency: 'EUR', currencyDigits: 2 };
    const items = steps.slice(0, last + 1).map(([, cell = '']) => ({ ...request, events: [eventOf(cell)] }));
    const { effects } = decidePayments(items, snapshot, 400_000);
    const revenueOf = <T extends { revenue: bigint }>(changes: Iterable<T>, isWanted: (change: T) => boolean) =>
      shown([...changes].filter(isWanted).reduce((sum, { revenue }) => sum + revenue, 0n));
    const ofCode = (id: number) => revenueOf(effects.counters.values(), ({ codeId }) => codeId === id);
    const ofCampaign = (id: number) => revenueOf(effects.campaigns.values(), ({ campaignId }) => campaignId === id);
    const { unmatched } = effects.payments.at(-1) ?? {};
    const rest = unmatched ? `${shown(unmatched.amount)} ${unmatched.reason}` : '';
    return [...(steps[last]?.slice(0, 2) ?? []), ofCode(1), ofCode(2), ofCampaign(1), ofCampaign(2), rest];
  });
  expect(steps).toEqual(rows);
});

it('the lines by currency in docs/finance.md agree with the rules', () => {
  const [, block = ''] = text.split('```csv\n');
  const [, file = ''] = /^([^`]+)```/.exec(block) ?? [];
  const [, payments = '', revenue = ''] = /has (\d+) payments and a revenue of ([\d.]+):/.exec(text) ?? [];
  const run = { run_id: 12, period_start: 0, period_end: 0, time_zone: 'UTC', currency: 'USD', currency_digits: 2 };
  const line = {
    ...{ line_id: 1, creator_id: 'ann', campaign_id: 3, campaign_name: 'Spring', terms_id: 1, commission_tier: '10' },
    ...{ payments: Number(payments), revenue: minor(revenue), refunds: 0n, commission: 0n, claims: 0 },
  };
  const [, , ...others] = file.trim().split('\n');
  const foreign = others.map((row) => {
    const [currency = '', count = '', paid = '', , counted = ''] = row.split(',').slice(4);
    const digits = currencyDigits(currency) ?? expect.unreachable();
    const amount = BigInt(parseAmount(paid, digits));
    return { currency, digits, payments: Number(count), paid: amount, revenue: minor(counted) };
  });
  const cells = cellsOf({});
  const rows = lineCurrencyRows(run, line, foreign, cells);
  expect(rows).toHaveLength(3);
  expect(cells.csvOf([LINE_CURRENCY_COLUMNS, ...rows]).replaceAll('\r\n', '\n')).toBe(file);
});
