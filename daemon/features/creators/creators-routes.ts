import type { Endpoints, Routes } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Database } from '../../db/database.ts';
import { isoInstant } from '../../lib/clock.ts';
import { changeCreator, getCreator, listCreators } from './change-creator.ts';
import type { CreatorRow } from './creators-store.ts';

type CreatorRoutes = Pick<Routes, 'listCreators' | 'getCreator' | 'changeCreator'>;

export const creatorRoutes = ({ db }: { db: Database }): CreatorRoutes => ({
  listCreators: async ({ query }) => {
    const page = await listCreators(db, query);
    return { ...page, data: page.data.map(creatorOut) };
  },
  getCreator: async ({ params }) => creatorOut(await getCreator(db, params.creator_id)),
  changeCreator: async ({ params, body, principal, now }) =>
    creatorOut(await changeCreator(db, principal.staffId, params.creator_id, body, now)),
});

const creatorOut = (row: CreatorRow): AnswerOf<Endpoints['getCreator']> => ({
  creator_id: row.creator_id,
  display_name: row.display_name,
  email: row.email,
  commission_percent: row.fixed === null ? null : Number(row.fixed),
  status: row.status,
  payout_method: row.payout_method,
  payout_address: row.payout_address,
  created_at: isoInstant(row.created_at),
});
