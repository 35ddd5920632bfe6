import { z } from 'zod';
import { queryFlag } from '../fields.ts';

export const importQuery = z.strictObject({
  /** Keeps nothing, and answers what the import would do. */
  dry_run: queryFlag.optional(),
  /** Keeps the valid rows of a file that has refused ones; without it such a file is refused as a whole. */
  only_valid: queryFlag.optional(),
});

/** Only with `only_valid`: the rows that were not kept, one entry a line, at most 500 of `refused_total`. */
export const refusedRows = {
  refused: z.array(z.object({ line: z.number(), code: z.string(), detail: z.string() })),
  refused_total: z.number(),
};

/** In the refusal of a file. */
export const csvFaults = { fault_count: z.number().describe('the faults of the file; errors has the first 50') };

export const importPreview = z.object({
  /** What the import would take: the whole file, only its valid rows (with `only_valid`), or nothing. */
  importable: z.enum(['whole', 'valid_rows', 'nothing']),
  new: z.number(),
  /** Existing objects that the file changes; codes are never changed by an import. */
  changed: z.number(),
  unchanged: z.number(),
  ...refusedRows,
  /** The first 100 rows of the file. */
  rows: z.array(
    z.object({
      line: z.number(),
      result: z.enum(['new', 'changed', 'unchanged', 'refused']),
      /** The file's cells by column, at most 2,000 characters of each; blank cells are absent. */
      values: z.record(z.string(), z.string()),
      /** The fields that a changed object gets anew. */
      changes: z.array(z.string()),
      detail: z.string().nullable(),
    }),
  ),
});
