import type { Routes } from '../../../contract/route.ts';
import type { Database } from '../../../db/database.ts';
import { importResults, previewResults } from './import-results.ts';
import { resultPreviewOut, resultSourceOut, resultsOut } from './result-answers.ts';
import { deleteResultSource, listResultSources } from './result-sources.ts';

type ResultRoutes = Pick<Routes, 'importPayoutResults' | 'listPayoutResultSources' | 'deletePayoutResultSource'>;

export const payoutResultRoutes = ({ db }: { db: Database }): ResultRoutes => ({
  importPayoutResults: async ({ params, query, body, principal: { staffId }, now }) => {
    const file = { runId: params.run_id, ...body };
    if (query.dry_run) return resultPreviewOut(await previewResults(db, file));
    return resultsOut(await importResults(db, file, { staffId, now }));
  },
  listPayoutResultSources: async () => ({ data: (await listResultSources(db)).map(resultSourceOut) }),
  deletePayoutResultSource: async ({ params, principal: { staffId }, now }) =>
    resultSourceOut(await deleteResultSource(db, params.source_id, staffId, now)),
});
