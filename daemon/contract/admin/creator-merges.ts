import { z } from 'zod';
import { define } from '../endpoint.ts';
import { moneyOut, personId } from '../fields.ts';
import { staffOnly } from './access.ts';
import { statementFields } from './payout-shapes.ts';

const ofCreator = z.object({ creator_id: personId });

/**
 * One of the two creators, with the figures that finance compares. The figures include creators already merged into
 * this creator.
 */
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

/** What a statement would pay and carry over; null if there would be no statement. */
const nextStatement = z
  .object({ payable: moneyOut, carried_out: moneyOut, carry_reason: statementFields.carry_reason })
  .nullable();

const mergeOut = z.object({ creator_id: z.string(), merged_into: z.string().nullable() });

export const creatorMergeEndpoints = {
  previewCreatorMerge: define({
    method: 'GET',
    path: '/v1/admin/creators/{creator_id}/merge',
    summary:
      'Preview a merge into another creator: both creators, and what a payout run would pay them separately and merged',
    access: staffOnly('finance'),
    params: ofCreator,
    query: z.strictObject({ into: personId }),
    answer: {
      status: 200,
      schema: z.object({
        creator: partyOut,
        into: partyOut,
        /** Statements in runs that are not paid yet, which still pay the creator separately. */
        open_statements: z.array(z.object({ run_id: z.number(), payable: moneyOut })),
        /** The statements that a payout run for all campaigns would contain if it were prepared now. */
        next_statements: z.object({ creator: nextStatement, into: nextStatement, merged: nextStatement }),
      }),
    },
    refusals: ['not_found', 'creator_merged', 'payout_details_waiting'],
  }),
  mergeCreator: define({
    method: 'POST',
    path: '/v1/admin/creators/{creator_id}/merge',
    summary:
      'Merge a creator into another one who is the same person, so that there is one page and one statement. Codes, links, accruals and statements keep their creator_id; from the next payout run on, the other creator will be paid for them',
    access: staffOnly('finance'),
    params: ofCreator,
    body: z.strictObject({ into: personId }),
    answer: { status: 200, schema: mergeOut },
    refusals: ['not_found', 'creator_merged', 'payout_details_waiting'],
  }),
  undoCreatorMerge: define({
    method: 'DELETE',
    path: '/v1/admin/creators/{creator_id}/merge',
    summary: 'Undo a merge; this is possible until the next payout run starts',
    access: staffOnly('finance'),
    params: ofCreator,
    answer: { status: 200, schema: mergeOut },
    refusals: ['not_found', 'invalid_status_move', 'merge_is_final'],
  }),
};
