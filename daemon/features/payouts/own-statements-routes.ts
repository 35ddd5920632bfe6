import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { ownLineOut, ownStatementOut } from './payout-answers.ts';
import { readOwnLines, readOwnStatements } from './statements/read-own-statements.ts';

type OwnStatementRoutes = Pick<Routes, 'listOwnStatements' | 'listOwnStatementLines'>;

/** The endpoints of the creator page for a creator's own statements. */
export const ownStatementRoutes = ({ db }: { db: Database }): OwnStatementRoutes => ({
  listOwnStatements: async ({ query, principal: { creatorId, session } }) => {
    const page = await readOwnStatements(db, creatorId, query);
    const hidden = session === 'view' && { payout_method: null, payout_address: null };
    return { ...page, data: page.data.map((row) => ({ ...ownStatementOut(row), ...hidden })) };
  },
  listOwnStatementLines: async ({ params, query, principal: { creatorId } }) => {
    const { run, page } = await readOwnLines(db, { creatorId, statementId: params.statement_id }, query);
    return { ...page, data: page.data.map((line) => ownLineOut(line, run)) };
  },
});
