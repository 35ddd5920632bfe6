import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { ownLineOut, ownStatementOut } from './payout-answers.ts';
import { readOwnLines, readOwnStatements } from './statements/read-own-statements.ts';

type OwnStatementRoutes = Pick<Routes, 'listOwnStatements' | 'listOwnStatementLines'>;

/** What creators see of their statements. */
export const ownStatementRoutes = ({ db }: { db: Database }): OwnStatementRoutes => ({
  listOwnStatements: async ({ query, principal }) => {
    const page = await readOwnStatements(db, principal.creatorId, query);
    return { ...page, data: page.data.map(ownStatementOut) };
  },
  listOwnStatementLines: async ({ params, query, principal: { creatorId } }) => {
    const { run, page } = await readOwnLines(db, { creatorId, statementId: params.statement_id }, query);
    return { ...page, data: page.data.map((line) => ownLineOut(line, run)) };
  },
});
