import { z } from 'zod';
import { queryFlag } from '../fields.ts';

export const importQuery = z.strictObject({
  /** Reports what the import would do, without storing anything. */
  dry_run: queryFlag.optional(),
  /**
   * Imports the valid rows even if other rows are refused. If this is absent, one refused row causes the whole file to
   * be refused.
   */
  only_valid: queryFlag.optional(),
});

/** The rows that `only_valid` left out, one entry per line: at most the first 500 of the `refused_total` rows. */
export const refusedRows = {
  refused: z.array(z.object({ line: z.number(), code: z.string(), detail: z.string() })),
  refused_total: z.number(),
};

/** Additional fields if a file is refused. */
export const csvFaults = {
  fault_count: z.number().describe('the number of errors in the file; `errors` contains the first 50'),
};

export const importPreview = z.object({
  /** What could be imported: the whole file, only its valid rows (with `only_valid`), or nothing. */
  importable: z.enum(['whole', 'valid_rows', 'nothing']),
  new: z.number(),
  /** The number of existing objects that the file changes; always 0 for codes, which a CSV cannot change. */
  changed: z.number(),
  unchanged: z.number(),
  ...refusedRows,
  /** The first 100 rows in the file. */
  rows: z.array(
    z.object({
      line: z.number(),
      result: z.enum(['new', 'changed', 'unchanged', 'refused']),
      /** The row's cells by column, at most 2,000 characters each; blank cells are omitted. */
      values: z.record(z.string(), z.string()),
      /** The fields that the row changes. */
      changes: z.array(z.string()),
      detail: z.string().nullable(),
    }),
  ),
});
