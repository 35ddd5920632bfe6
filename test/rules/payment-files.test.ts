import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMistypedIban } from '../../daemon/contract/payment-files.ts';
import { type Payment, paymentFileOf } from '../../daemon/features/payouts/files/payment-file-rules.ts';
import { BANK_COLUMNS, bankRow, cellsOf } from '../../daemon/features/payouts/files/payout-csv-rules.ts';
import { addToParts, noParts } from '../../daemon/features/payouts/files/reconciliation-rules.ts';
import { uploadOf } from '../../daemon/features/payouts/files/upload-file.ts';

const RUN = { run_id: 7, period_start: 0, period_end: 1, time_zone: 'UTC', currency: 'EUR', currency_digits: 2 };
const IBAN = 'DE89 3704 0044 0532 0130 00';

const payment = (payout_method: string | null, payout_address: string | null, payable = 100n): Payment => ({
  ...{ payable, payout_method, payout_address },
});

describe('the part to which a payment belongs', () => {
  it.each<[string, Payment, string | null]>([
    ['nothing payable', payment('bank', IBAN, 0n), null],
    ['a debt', payment('bank', IBAN, -5n), null],
    ['PayPal', payment('paypal', 'ann@example.test'), 'paypal'],
    ['Wise', payment(' Wise\t', 'ann@example.test '), 'wise'],
    ['a bank', payment('BANK', ` ${IBAN} `), 'bank'],
    ['an account of another kind', payment('bank', '021000021 / 123456789'), 'bank'],
    ['an account that a spreadsheet would run as a formula', payment('bank', '=1+1'), 'by_hand address_not_usable'],
    ['an account with a line break', payment('bank', 'DE89\nDE90'), 'by_hand address_not_usable'],
    ['an address that PayPal does not accept', payment('paypal', IBAN), 'by_hand address_not_usable'],
    ['an address that Wise does not accept', payment('wise', 'ABCDEFGH12345'), 'by_hand address_not_usable'],
    ['a method without a file', payment('cheque', 'Main Street 1'), 'by_hand no_file_for_method'],
    ['a method without a file and no address', payment('cheque', null), 'unpayable no_address'],
    ['no method', payment(null, IBAN), 'unpayable no_payout_method'],
    ['a blank method', payment('\t\u00a0', IBAN), 'unpayable no_payout_method'],
    ['no address', payment('bank', null), 'unpayable no_address'],
    ['a blank address', payment('paypal', ' \n'), 'unpayable no_address'],
  ])('is right for %s', (_, given, expected) => {
    const way = paymentFileOf(given);
    expect(way && ('why' in way ? `${way.part} ${way.why}` : way.part)).toBe(expected);
  });

  it('the account in the bank file is the one that was entered', () => {
    const statement = { ...statementOf(payment('bank', IBAN, 123_456n), 3), creator_name: '=Ann' };
    expect(BANK_COLUMNS).toEqual(['creator_id', 'creator_name', 'account', 'amount', 'currency', 'reference']);
    expect(bankRow(RUN, statement, IBAN, cellsOf({}))).toEqual(['creator 3', "'=Ann", IBAN, '1234.56', 'EUR', 'P7-3']);
  });
});

const statementOf = (given: Payment, statement_id: number) => ({
  ...given,
  statement_id,
  creator_id: `creator ${statement_id}`,
  creator_name: null,
  ...{ paid_at: null, voided_at: null },
  ...{ revenue: 0n, refunds: 0n, commission: 0n, carried_in: 0n, carried_out: 0n, carry_reason: null },
  ...{ claims: 0, payments: 0 },
});

const METHODS = ['paypal', 'wise', 'bank', ' PayPal', 'cheque', '', ' ', null];
const ADDRESSES = ['ann@example.test', 'ABCDEFGH12345', IBAN, '=1', 'a\nb', '', '\t', null];
const anyPayment = fc.record({
  payout_method: fc.constantFrom(...METHODS),
  payout_address: fc.oneof(fc.constantFrom(...ADDRESSES), fc.string()),
  // The larger amounts exceed what a double represents exactly.
  payable: fc.oneof(fc.bigInt(-(10n ** 6n), 10n ** 6n), fc.bigInt(2n ** 53n, 2n ** 62n)),
});

const all = { from: 0, to: Number.POSITIVE_INFINITY };

describe('a reconciliation', () => {
  it('adds up to the payable amount to the cent, and the payment files contain exactly its rows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyPayment, { maxLength: 40 }), async (payments) => {
        const statements = payments.map((given, at) => statementOf(given, at + 1));
        const parts = noParts<(typeof statements)[number]>();
        for (const statement of statements) addToParts(parts, statement, all);
        const payable = statements.reduce((sum, row) => sum + (row.payable > 0n ? row.payable : 0n), 0n);
        const found = Object.values(parts);
        expect(found.reduce((sum, part) => sum + part.payable, 0n)).toBe(payable);
        const ids = found.flatMap((part) => part.shown.map(({ statement }) => statement.statement_id));
        expect(ids.sort((a, b) => a - b)).toEqual(
          statements.filter((row) => row.payable > 0n).map((row) => row.statement_id),
        );
        for (const layout of ['paypal', 'wise'] as const) {
          const references = await referencesIn(layout, statements);
          expect(references, layout).toEqual(
            parts[layout].shown.map(({ statement }) => `P7-${statement.statement_id}`),
          );
        }
      }),
      { numRuns: 200 },
    );
  });

  it('shows the requested statements of each part, and sums all of them', () => {
    const parts = noParts<ReturnType<typeof statementOf>>();
    for (let at = 1; at <= 5; at += 1) addToParts(parts, statementOf(payment('bank', IBAN), at), { from: 2, to: 4 });
    expect(parts.bank).toMatchObject({ creators: 5, payable: 500n });
    expect(parts.bank.shown.map(({ statement }) => statement.statement_id)).toEqual([3, 4]);
  });

  it('sums payments that arrived, and those that failed or were returned, separately', () => {
    const parts = noParts<ReturnType<typeof statementOf> & { paid_at: number | null; voided_at: number | null }>();
    const results = [{}, { paid_at: 1 }, { voided_at: 2 }, { paid_at: 1, voided_at: 2 }];
    for (const [at, result] of results.entries())
      addToParts(parts, { ...statementOf(payment('bank', IBAN), at + 1), ...result }, all);
    expect(parts.bank).toMatchObject({
      ...{ creators: 4, payable: 400n },
      ...{ arrived: { creators: 1, payable: 100n }, voided: { creators: 2, payable: 200n } },
    });
  });
});

/** Returns the references in the payment files, in order, without those in the list of excluded creators. */
async function referencesIn(layout: 'paypal' | 'wise', statements: ReturnType<typeof statementOf>[]) {
  const pages = async function* () {
    yield statements;
  };
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await uploadOf(RUN, layout, pages())).body) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('latin1');
  return [...text.matchAll(layout === 'paypal' ? /,(P7-\d+),Payout/g : /,(P7-\d+),PERSON/g)].map((match) => match[1]);
}

it.each([
  ['DE89 3704 0044 0532 0130 00', false],
  ['gb82west12345698765432', false],
  ['DE02 1203 0000 0000 2020 52', true],
  ['DE89 3704 0044 0532 0103 00', true],
  ['12345678', false],
  ['Sparkasse 4711', false],
  ['', false],
])('only an IBAN with wrong check digits counts as mistyped (%j: %s)', (account, isMistyped) => {
  expect(isMistypedIban(account)).toBe(isMistyped);
});
