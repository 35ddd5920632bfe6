import { z } from 'zod';
import { currencyDigits } from '../currencies.ts';
import { define } from '../endpoint.ts';
import { parseRate } from '../exchange-rate.ts';
import { addFault, FIELD_FAULTS } from '../field-faults.ts';
import { instantOut, keysetOf, keysetQuery } from '../fields.ts';
import { RATE_SOURCES } from '../words.ts';
import { staffOnly } from './access.ts';
import { csvFaults, importPreview, importQuery, refusedRows } from './imports.ts';

/** A currency code, in upper case. */
export const currencyCode = z
  .string()
  .trim()
  .transform((code) => code.toUpperCase())
  .refine((code) => currencyDigits(code) !== undefined, FIELD_FAULTS.not_a_currency);

/** Units of the organisation's currency for one unit, as decimal text without unnecessary zeros. */
export const rateText = z
  .string()
  .max(40)
  .transform((text, context) => {
    const rate = parseRate(text);
    if (rate !== null) return rate;
    addFault(context, 'not_a_rate');
    return z.NEVER;
  });

const rateOut = z.object({
  rate_id: z.number(),
  currency: z.string(),
  /** A day in the organisation's time zone. */
  valid_from: z.iso.date(),
  rate: z.string(),
  source: z.enum(RATE_SOURCES),
  /** The rate that this one corrects, and why; null if it corrects none. */
  corrects_rate_id: z.number().nullable(),
  reason: z.string().nullable(),
  /** Null if a job or a command added the rate. */
  created_by: z.object({ staff_id: z.number(), name: z.string() }).nullable(),
  created_at: instantOut,
});

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
      'Add an exchange rate for payments from a day on. Stored payments keep their rate. The first rate turns on require_currency',
    access: staffOnly('finance'),
    body: z.strictObject({ currency: currencyCode, valid_from: z.iso.date(), rate: rateText }),
    answer: { status: 201, schema: rateOut },
    refusals: [],
  }),
  importExchangeRates: define({
    method: 'POST',
    path: '/v1/admin/exchange-rates/import',
    summary: 'Add exchange rates from a CSV with the columns currency, valid_from and rate; equal rates are skipped',
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
};
