import { fieldFault } from '../../contract/field-faults.ts';
import { AppError } from '../../contract/refusals.ts';
import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { formatAmount } from '../../lib/money.ts';
import { type MergePreview, type Merging, mergeCreator, previewMerge, undoMerge } from './merge-creators.ts';

type MergeRoutes = Pick<Routes, 'previewCreatorMerge' | 'mergeCreator' | 'undoCreatorMerge'>;

export const creatorMergeRoutes = ({ db }: { db: Database }): MergeRoutes => ({
  previewCreatorMerge: async ({ params, query, now }) => {
    const { creator, into, settled, open } = await previewMerge(db, mergingOf(params, query.into, '#/query'), now);
    const statementOut = nextStatementOut(into);
    return {
      creator: partyOut(creator),
      into: partyOut(into),
      open_statements: open.map(({ run_id, payable }) => ({ run_id, payable: moneyIn(creator)(payable) })),
      next_statements: {
        creator: statementOut(settled.creator),
        into: statementOut(settled.into),
        merged: statementOut(settled.merged),
      },
    };
  },
  mergeCreator: async ({ params, body, principal, now }) => {
    await mergeCreator(db, principal.staffId, mergingOf(params, body.into, ''), now);
    return { creator_id: params.creator_id, merged_into: body.into };
  },
  undoCreatorMerge: async ({ params: { creator_id }, principal, now }) => {
    await undoMerge(db, principal.staffId, creator_id, now);
    return { creator_id, merged_into: null };
  },
});

function mergingOf({ creator_id: creatorId }: { creator_id: string }, intoId: string, root: string): Merging {
  if (creatorId !== intoId) return { creatorId, intoId };
  throw new AppError({ code: 'invalid_request', errors: [fieldFault(root, ['into'], 'same_creator')] });
}

type Party = MergePreview['creator'];

const moneyIn =
  ({ currency: { name, digits } }: Party) =>
  (minor: bigint) => ({ amount: formatAmount(minor, digits), currency: name });

const partyOut = (party: Party) => ({
  creator_id: party.creator_id,
  display_name: party.display_name,
  email: party.email,
  commission_percent: party.fixed === null ? null : Number(party.fixed),
  payout_method: party.payout_method,
  payout_address: party.payout_address,
  payout_hold: party.payout_hold,
  number_of_codes: party.figures.codes,
  total_revenue: moneyIn(party)(party.figures.revenue),
});

const nextStatementOut = (party: Party) => (settled: MergePreview['settled']['merged']) => {
  if (!settled) return null;
  const { payable, carried_out, carry_reason = null } = settled.statement;
  const money = moneyIn(party);
  return { payable: money(payable), carried_out: money(carried_out), carry_reason };
};
