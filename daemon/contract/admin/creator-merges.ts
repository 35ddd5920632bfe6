import { z } from 'zod';
import { define } from '../endpoint.ts';
import { moneyOut, personId } from '../fields.ts';
import { staffOnly } from './access.ts';
import { statementFields } from './payout-shapes.ts';

const ofCreator = z.object({ creator_id: personId });

/** One of the two, with what finance compares. The figures include creators who were merged into them. */
const partyOut = z.object({
  creator_id: z.string(),
  display_name: z.string().nullable(),
  email: z.string().nullable(),
  commission_percent: z.number().nullable(),
  payout_method: z.string().nullable(),
  payout_address: z.string().nullable(),
  payout_hold: z.string().nullable(),
  number_of_codes: z.number(),
  total_revenue: moneyOut,
});

/** What a statement would pay and carry over; null if there would be none. */
const nextStatement = z
  .object({ payable: moneyOut, carried_out: moneyOut, carry_reason: statementFields.carry_reason })
  .nullable();

const mergeOut = z.object({ creator_id: z.string(), merged_into: z.string().nullable() });

export const creatorMergeEndpoints = {
  previewCreatorMerge: define({
    method: 'GET',
    path: '/v1/admin/creators/{creator_id}/merge',
    summary: 'Preview a merge into another creator: both, and what a payout run would pay each and then together',
    access: staffOnly('finance'),
    params: ofCreator,
    query: z.strictObject({ into: personId }),
    answer: {
      status: 200,
      schema: z.object({
        creator: partyOut,
        into: partyOut,
        /** Statements of runs that are not paid yet, which still pay the creator separately. */
        open_statements: z.array(z.object({ run_id: z.number(), payable: moneyOut })),
        /** Statements of a payout run of all campaigns, if it was prepared now. */
        next_statements: z.object({ creator: nextStatement, into: nextStatement, merged: nextStatement }),
      }),
    },
    refusals: ['not_found', 'creator_merged', 'payout_details_waiting'],
  }),
  mergeCreator: define({
    method: 'POST',
    path: '/v1/admin/creators/{creator_id}/merge',
    summary:
      'Merge a creator into another one: same person, one page, one statement. Codes, links, accruals and statements keep their creator_id; the other creator is paid for them from the next payout run on',
    access: staffOnly('finance'),
    params: ofCreator,
    body: z.strictObject({ into: personId }),
    answer: { status: 200, schema: mergeOut },
    refusals: ['not_found', 'creator_merged', 'payout_details_waiting'],
  }),
  undoCreatorMerge: define({
    method: 'DELETE',
    path: '/v1/admin/creators/{creator_id}/merge',
    summary: 'Undo a merge, until the next payout run begins',
    access: staffOnly('finance'),
    params: ofCreator,
    answer: { status: 200, schema: mergeOut },
    refusals: ['not_found', 'invalid_status_move', 'merge_is_final'],
  }),
};
