import { codeUrl } from '../../contract/code-values.ts';
import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Routes } from '../../contract/route.ts';
import { withCurrent } from '../../contract/versions.ts';
import type { Database } from '../../db/database.ts';
import { isoInstant } from '../../lib/clock.ts';
import { createCreatorCode } from './create-creator-code.ts';
import { decideAsStaff, decideByKey, decideMany, type OneDecision } from './decide-creator-codes.ts';
import { type DecisionRow, listDecisionRows } from './decisions-store.ts';
import { type CountedCreatorCode, getCreatorCode, listCreatorCodes, listQueue } from './read-creator-codes.ts';
import { undoDecisions } from './undo-decisions.ts';

type CreatorCodeRoutes = Pick<
  Routes,
  | 'createCreatorCode'
  | 'listCreatorCodes'
  | 'getCreatorCode'
  | 'decideCreatorCode'
  | 'listAllCreatorCodes'
  | 'approveCreatorCode'
  | 'rejectCreatorCode'
  | 'disableCreatorCode'
  | 'decideCreatorCodes'
  | 'undoDecisions'
  | 'listDecisions'
  | 'requestOwnCode'
>;

export function creatorCodeRoutes({ db }: { db: Database }): CreatorCodeRoutes {
  const decideOne = async (staffId: number, decision: OneDecision, now: number) => {
    const read = async () => staffCodeOut(await getCreatorCode(db, decision.codeId));
    await withCurrent(decideAsStaff(db, staffId, decision, now), read);
    return read();
  };
  return {
    createCreatorCode: async ({ body, principal: { gameId }, now }) =>
      creatorCodeOut({ ...(await createCreatorCode(db, { ...body, gameId }, now)), claims: 0 }),
    requestOwnCode: async ({ body, principal: { creatorId }, now }) => {
      const asked = { ...body, creator_id: creatorId, isForAnyGame: true };
      return creatorCodeOut({ ...(await createCreatorCode(db, asked, now)), claims: 0 });
    },
    listCreatorCodes: async ({ query }) => {
      const page = await listCreatorCodes(db, query);
      return { ...page, data: page.data.map(creatorCodeOut) };
    },
    getCreatorCode: async ({ params }) => creatorCodeOut(await getCreatorCode(db, params.code_id)),
    decideCreatorCode: async ({ params, body, principal, now }) => {
      await decideByKey(db, principal.keyId, { codeId: params.code_id, ...body }, now);
      return creatorCodeOut(await getCreatorCode(db, params.code_id));
    },
    listAllCreatorCodes: async ({ query, principal: { games } }) => {
      const page = await listQueue(db, { ...query, games });
      return {
        ...page,
        data: page.data.map((row) => ({
          ...staffCodeOut(row),
          evidence: row.evidence,
          creator_name: row.creator_name,
          earlier_codes: row.earlier_codes,
        })),
      };
    },
    approveCreatorCode: ({ params, body, principal, now }) =>
      decideOne(principal.staffId, { codeId: params.code_id, decision: 'approve', ...body }, now),
    rejectCreatorCode: ({ params, body, principal, now }) =>
      decideOne(principal.staffId, { codeId: params.code_id, decision: 'reject', ...body }, now),
    disableCreatorCode: ({ params, body, principal, now }) =>
      decideOne(principal.staffId, { codeId: params.code_id, decision: 'disable', ...body }, now),
    decideCreatorCodes: ({ body: { code_ids: codeIds, ...how }, principal, now }) =>
      decideMany(db, principal.staffId, { codeIds, games: principal.games, ...how }, now),
    listDecisions: async ({ query, principal: { games } }) => {
      const page = await db.read((handle) => listDecisionRows(handle, { ...query, games }));
      return { ...page, data: page.data.map(decisionOut) };
    },
    undoDecisions: ({ body: { code_ids: codeIds }, principal: { staffId, games }, now }) =>
      undoDecisions(db, staffId, { codeIds, games }, now),
  };
}

const creatorCodeOut = (row: CountedCreatorCode): AnswerOf<Endpoints['getCreatorCode']> => ({
  code_id: row.code_id,
  creator_id: row.creator_id,
  redemption_code: row.base_code,
  code: row.code,
  code_url: codeUrl(row.root_url, row.code),
  code_type: 'referral',
  status: row.status,
  rejection_reason: row.rejection_reason,
  number_of_claims: row.claims,
  usage_limit: row.usage_limit,
  campaign_id: row.campaign_id,
  created_at: isoInstant(row.created_at),
});

const staffCodeOut = (row: CountedCreatorCode): AnswerOf<Endpoints['approveCreatorCode']> => ({
  ...creatorCodeOut(row),
  version: row.version,
});

const decisionOut = (row: DecisionRow): AnswerOf<Endpoints['listDecisions']>['data'][number] => ({
  decision_id: row.decision_id,
  code_id: row.code_id,
  code: row.code,
  creator_id: row.creator_id,
  display_name: row.display_name,
  decision: row.decision,
  reason: row.reason,
  staff_id: row.staff_id,
  name: row.staff_name ?? 'API key',
  decided_at: isoInstant(row.decided_at),
  undone_at: row.undone_at === null ? null : isoInstant(row.undone_at),
  undone: row.undone_at !== null,
});
