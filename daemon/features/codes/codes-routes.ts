import { codeUrl } from '../../contract/code-values.ts';
import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Routes, StaffPrincipal } from '../../contract/route.ts';
import { withCurrent } from '../../contract/versions.ts';
import type { Database } from '../../db/database.ts';
import { windowFor } from '../../domain/codes/code-window.ts';
import { parseTags } from '../../domain/tags.ts';
import { isoInstant } from '../../lib/clock.ts';
import { changeCode, createCode } from './change-code.ts';
import { readCodeFigures } from './read-code-figures.ts';
import { type CountedCode, getCode, listCodes } from './read-codes.ts';

type CodeRoutes = Pick<Routes, 'listCodes' | 'createCode' | 'getCode' | 'changeCode' | 'getCodeFigures'>;

export const codeRoutes = ({ db }: { db: Database }): CodeRoutes => ({
  listCodes: async ({ params, query, principal }) => {
    const page = await listCodes(db, params.campaign_id, query);
    return { ...page, data: page.data.map((row) => codeOut(row, principal)) };
  },
  createCode: async ({ params, body, principal, now }) => {
    const code = await createCode(db, principal, params.campaign_id, body, now);
    return codeOut({ ...code, claims: 0 }, principal);
  },
  getCode: async ({ params, principal }) => codeOut(await getCode(db, params.code_id), principal),
  changeCode: async ({ params, body, principal, now }) => {
    const read = async () => codeOut(await getCode(db, params.code_id), principal);
    await withCurrent(changeCode(db, principal, params.code_id, body, now), read);
    return read();
  },
  getCodeFigures: ({ params, query, now }) => readCodeFigures(db, params.code_id, query, now),
});

const codeOut = (row: CountedCode, { role }: StaffPrincipal): AnswerOf<Endpoints['getCode']> => ({
  code_id: row.code_id,
  campaign_id: row.campaign_id,
  code: row.code,
  name: row.name,
  root_url: row.root_url,
  code_url: codeUrl(row.root_url, row.code),
  code_type: row.kind,
  usage_limit: row.usage_limit,
  creator_usage_limit: row.creator_usage_limit,
  active: row.active ? 'Y' : 'N',
  use_as_referral: row.kind === 'referral' ? 'Y' : 'N',
  rewards_json: row.rewards_json,
  ...windowFor(role, row),
  key_pool_id: row.key_pool_id,
  tags: parseTags(row.tags),
  number_of_claims: row.claims,
  created_at: isoInstant(row.created_at),
  version: row.version,
  batch_id: row.job_id,
});
