import { z } from 'zod';
import { currencyDigits } from '../currencies.ts';
import { define } from '../endpoint.ts';
import { parseRate } from '../exchange-rate.ts';
import { FIELD_FAULTS } from '../field-faults.ts';
import { instantOut, keysetOf, keysetQuery, moneyOut, nothing, pathId, queryFlag } from '../fields.ts';
import { addFault } from '../schema-faults.ts';
import { RATE_CORRECTION_STATUSES, RATE_SOURCES } from '../words.ts';
import { staffOnly } from './access.ts';
import { csvFaults, importPreview, importQuery, refusedRows } from './imports.ts';

/** A currency code, in upper case. */
export const currencyCode = z
  .string()
  .trim()
  .transform((code) => code.toUpperCase())
  .refine((code) => currencyDigits(code) !== undefined, FIELD_FAULTS.not_a_currency);

/** The value of one unit in the organisation's currency, as decimal text without unnecessary zeros. */
export const rateText = z
  .string()
  .max(40)
  .transform((text, context) => {
    const rate = parseRate(text);
    if (rate !== null) return rate;
    addFault(context, 'not_a_rate');
    return z.NEVER;
  });

const person = z.object({ staff_id: z.number(), name: z.string() });

const correctionOut = z.object({
  correction_id: z.number(),
  status: z.enum(RATE_CORRECTION_STATUSES),
  /** The correct rate. */
  rate: z.string(),
  reason: z.string(),
  requested_by: person,
  requested_at: instantOut,
  /** Who applied the correction; null while it is waiting. */
  decided_by: person.nullable(),
  /** The rate that replaces the wrong one; null while the correction is waiting. */
  new_rate_id: z.number().nullable(),
  /** The payments corrected so far, and how much the creators' revenue changed as a result. */
  payments: z.number(),
  difference: moneyOut,
  finished_at: instantOut.nullable(),
});

const rateOut = z.object({
  rate_id: z.number(),
  currency: z.string(),
  /** A day in the organisation's time zone. */
  valid_from: z.iso.date(),
  rate: z.string(),
  source: z.enum(RATE_SOURCES),
  /** The rate that this one corrects, and why; null if it is not a correction. */
  corrects_rate_id: z.number().nullable(),
  reason: z.string().nullable(),
  /** Null if a job or a command added the rate. */
  created_by: person.nullable(),
  created_at: instantOut,
  /** The rate that applies instead, for the same currency and day; null if this one applies. */
  replaced_by: z.object({ rate_id: z.number(), rate: z.string() }).nullable(),
  /** The correction of this rate, unless it was rejected; null if there is none. */
  correction: correctionOut.nullable(),
});

const rateId = pathId('rate_id');
const CORRECT = '/v1/admin/exchange-rates/{rate_id}/correct';

export const exchangeRateEndpoints = {
  listExchangeRates: define({
    method: 'GET',
    path: '/v1/admin/exchange-rates',
    summary:
      'List exchange rates, newest first; of two rates for one currency and day, the one with the higher rate_id applies',
    access: staffOnly('finance'),
    query: z.strictObject({ ...keysetQuery, currency: currencyCode.optional() }),
    answer: { status: 200, schema: keysetOf(rateOut) },
    refusals: [],
  }),
  createExchangeRate: define({
    method: 'POST',
    path: '/v1/admin/exchange-rates',
    summary:
      'Add an exchange rate for payments from a given day. Stored payments keep their rate. The first rate turns on require_currency',
    access: staffOnly('finance'),
    body: z.strictObject({ currency: currencyCode, valid_from: z.iso.date(), rate: rateText }),
    answer: { status: 201, schema: rateOut },
    refusals: [],
  }),
  importExchangeRates: define({
    method: 'POST',
    path: '/v1/admin/exchange-rates/import',
    summary:
      'Add exchange rates from a CSV with the columns currency, valid_from and rate; rates that already exist are skipped',
    access: staffOnly('finance'),
    query: importQuery,
    csvBody: true,
    body: z.strictObject({ csv: z.string() }),
    answer: {
      status: 200,
      schema: z.object({
        created: z.number(),
        unchanged: z.number(),
        ...z.object(refusedRows).partial().shape,
      }),
    },
    dryRun: importPreview,
    refusals: ['invalid_csv'],
    refusalFields: { invalid_csv: csvFaults },
  }),
  correctExchangeRate: define({
    method: 'POST',
    path: CORRECT,
    summary:
      'Correct a wrong rate: add the correct one, then reverse the accruals of its payments and accrue them again. With the setting two_person_payouts, another person must approve the correction',
    access: staffOnly('finance'),
    params: rateId,
    query: z.strictObject({ dry_run: queryFlag.optional() }),
    body: z.strictObject({ rate: rateText, reason: z.string().trim().min(1).max(500) }),
    answer: { status: 200, schema: rateOut },
    /** What the correction would change. */
    dryRun: z.object({ payments: z.number(), creators: z.number(), difference: moneyOut }),
    refusals: ['not_found', 'rate_corrected', 'invalid_status_move'],
  }),
  approveRateCorrection: define({
    method: 'POST',
    path: `${CORRECT}/approve`,
    summary: 'Apply a correction that another person requested',
    access: staffOnly('finance'),
    params: rateId,
    body: nothing,
    answer: { status: 200, schema: rateOut },
    refusals: ['not_found', 'invalid_status_move', 'second_person_needed'],
  }),
  rejectRateCorrection: define({
    method: 'POST',
    path: `${CORRECT}/reject`,
    summary: 'Reject a correction waiting for approval, or withdraw it; the rate can then be corrected again',
    access: staffOnly('finance'),
    params: rateId,
    body: nothing,
    answer: { status: 200, schema: rateOut },
    refusals: ['not_found', 'invalid_status_move'],
  }),
};
