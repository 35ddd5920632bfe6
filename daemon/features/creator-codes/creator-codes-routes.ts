import type { Endpoints, Routes } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Database } from '../../db/database.ts';
import { isoInstant } from '../../lib/clock.ts';
import { codeUrl } from '../../lib/codes.ts';
import { createCreatorCode } from './create-creator-code.ts';
import type { Decision } from './creator-code-rules.ts';
import { decideAsStaff, decideByKey } from './decide-creator-codes.ts';
import { type CountedCreatorCode, getCreatorCode, listCreatorCodes, withClaims } from './read-creator-codes.ts';

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
>;

export function creatorCodeRoutes({ db }: { db: Database }): CreatorCodeRoutes {
  const list: CreatorCodeRoutes['listCreatorCodes'] & CreatorCodeRoutes['listAllCreatorCodes'] = async ({ query }) => {
    const page = await listCreatorCodes(db, query);
    return { ...page, data: page.data.map(creatorCodeOut) };
  };
  const decideOne = async (staffId: number, codeId: number, decision: Decision, now: number, reason?: string) => {
    await decideAsStaff(db, staffId, { codeIds: [codeId], decision, reason }, now);
    return creatorCodeOut(await getCreatorCode(db, codeId));
  };
  return {
    createCreatorCode: async ({ body, now }) =>
      creatorCodeOut({ ...(await createCreatorCode(db, body, now)), claims: 0 }),
    listCreatorCodes: list,
    getCreatorCode: async ({ params }) => creatorCodeOut(await getCreatorCode(db, params.code_id)),
    decideCreatorCode: async ({ params, body, now }) => {
      await decideByKey(db, { codeIds: [params.code_id], ...body }, now);
      return creatorCodeOut(await getCreatorCode(db, params.code_id));
    },
    listAllCreatorCodes: list,
    approveCreatorCode: ({ params, principal, now }) => decideOne(principal.staffId, params.code_id, 'approve', now),
    rejectCreatorCode: ({ params, body, principal, now }) =>
      decideOne(principal.staffId, params.code_id, 'reject', now, body.reason),
    disableCreatorCode: ({ params, principal, now }) => decideOne(principal.staffId, params.code_id, 'disable', now),
    decideCreatorCodes: async ({ body, principal, now }) => {
      const { code_ids: codeIds, decision, reason } = body;
      const decided = await decideAsStaff(db, principal.staffId, { codeIds, decision, reason }, now);
      return { data: (await withClaims(db, decided)).map(creatorCodeOut) };
    },
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
