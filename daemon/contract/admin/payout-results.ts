import { z } from 'zod';
import { define } from '../endpoint.ts';
import { instantOut, moneyOut, pathId, queryFlag } from '../fields.ts';
import { addFault } from '../schema-faults.ts';
import { RESULT_FAULTS, RESULT_OUTCOMES } from '../words.ts';
import { staffOnly } from './access.ts';
import { csvFaults } from './imports.ts';

// Result files: what a bank, PayPal or Wise returns after processing the payments of a run.

/** The maximum number of sources with a saved mapping. */
export const MOST_RESULT_SOURCES = 100;

const columnName = z.string().trim().min(1).max(200);
const wordList = z.array(z.string().trim().min(1).max(200)).max(50);

/** Which columns of a result file to read. Names and words match regardless of case. */
export const resultMapping = z
  .strictObject({
    columns: z.strictObject({
      /**
       * The column with the reference from the payment files, such as `P12-345`. The cell can contain other text, too.
       */
      reference: columnName,
      amount: columnName,
      currency: columnName.nullable().default(null),
      status: columnName,
      /** The column with the reason why a payment failed. */
      reason: columnName.nullable().default(null),
    }),
    /**
     * The words in the status column. Lines with an ignored word are skipped. Lines with an unlisted word are refused.
     */
    words: z.strictObject({ paid: wordList, failed: wordList, ignored: wordList.default([]) }),
  })
  .superRefine(({ words }, context) => {
    const all = Object.values(words)
      .flat()
      .map((word) => word.toLowerCase());
    if (new Set(all).size < all.length) addFault(context, 'word_twice', ['words']);
    if (words.paid.length + words.failed.length === 0) addFault(context, 'no_result_word', ['words']);
  });
export type ResultMapping = z.output<typeof resultMapping>;

const sum = z.object({ statements: z.number(), payable: moneyOut });
const counts = {
  paid: sum,
  /** Statements whose payments failed or were returned. The next run settles them. */
  failed: sum,
  /** The number of lines whose result was already recorded. */
  unchanged: z.number(),
  ignored: z.number(),
};

const sourceOut = z.object({
  source_id: z.number(),
  name: z.string(),
  mapping: z.object({
    columns: z.object({
      reference: z.string(),
      amount: z.string(),
      currency: z.string().nullable(),
      status: z.string(),
      reason: z.string().nullable(),
    }),
    words: z.object({ paid: z.array(z.string()), failed: z.array(z.string()), ignored: z.array(z.string()) }),
  }),
  saved_at: instantOut,
});

export const payoutResultEndpoints = {
  importPayoutResults: define({
    method: 'POST',
    path: '/v1/admin/payout-runs/{run_id}/results',
    summary:
      'Record which payments of an exported or paid run arrived or failed, from the file that the bank or payment service returned. A failed statement is voided, and the next run settles it. A file with an error changes nothing, and neither does a file that was already imported. The mapping is saved under `source`',
    access: staffOnly('finance'),
    params: pathId('run_id'),
    query: z.strictObject({
      /** Reports what the import would do, without storing anything. */
      dry_run: queryFlag.optional(),
    }),
    body: z.strictObject({
      /** The name under which the mapping is saved, such as Wise. */
      source: z.string().trim().min(1).max(100),
      mapping: resultMapping,
      csv: z.string(),
    }),
    answer: { status: 200, schema: z.object(counts) },
    dryRun: z.object({
      ...counts,
      /** The number of lines with errors. If it is not 0, the file cannot be imported. */
      refused: z.number(),
      /** The payable statements that will have no result after the import. `first` contains at most 100 of them. */
      without_result: sum.extend({
        first: z.array(
          z.object({
            statement_id: z.number(),
            creator_id: z.string(),
            creator_name: z.string().nullable(),
            reference: z.string(),
            payable: moneyOut,
          }),
        ),
      }),
      /** At most 500 lines: refused lines first, followed by returned, failed, paid, unchanged and ignored ones. */
      lines: z.array(
        z.object({
          line: z.number(),
          outcome: z.enum(RESULT_OUTCOMES),
          /** Why the line is refused; null if it is not refused. */
          code: z.enum(RESULT_FAULTS).nullable(),
          detail: z.string().nullable(),
          /** Null if the line does not refer to a statement in the run. */
          statement: z
            .object({
              statement_id: z.number(),
              creator_id: z.string(),
              creator_name: z.string().nullable(),
              reference: z.string(),
              payable: moneyOut,
            })
            .nullable(),
          /** Why the payment failed. */
          reason: z.string().nullable(),
        }),
      ),
    }),
    refusals: ['not_found', 'invalid_status_move', 'invalid_csv', 'too_many_sources'],
    refusalFields: { invalid_csv: csvFaults },
  }),
  listPayoutResultSources: define({
    method: 'GET',
    path: '/v1/admin/payout-result-sources',
    summary: 'List the sources of result files with their saved mappings, by name',
    access: staffOnly('finance'),
    answer: { status: 200, schema: z.object({ data: z.array(sourceOut) }) },
    refusals: [],
  }),
  deletePayoutResultSource: define({
    method: 'DELETE',
    path: '/v1/admin/payout-result-sources/{source_id}',
    summary: 'Delete the saved mapping of a source; recorded results are kept',
    access: staffOnly('finance'),
    params: pathId('source_id'),
    answer: { status: 200, schema: sourceOut },
    refusals: ['not_found'],
  }),
};
