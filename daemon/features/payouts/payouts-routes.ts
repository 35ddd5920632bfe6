import type { Endpoints } from '../../contract/contract.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { fileHeaders } from '../../contract/file-headers.ts';
import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { differenceOut, reconciliationOut } from './comparison-answers.ts';
import type { CsvFile, CsvPromise } from './files/csv-file.ts';
import {
  dryRunOut,
  linePaymentOut,
  payoutCampaignOut,
  runOut,
  statementOfCreatorOut,
  statementOut,
} from './payout-answers.ts';
import { type MoveRequest, moveRun, voidStatement } from './run/change-run.ts';
import { compareRuns } from './run/compare-runs.ts';
import { dryRun } from './run/dry-run.ts';
import { prepareRun } from './run/prepare-run.ts';
import {
  findFailures,
  findFrozen,
  findMoves,
  getRun,
  getStatement,
  listPaymentsOfLine,
  listPayoutCampaigns,
  listRuns,
  listStatements,
  readRunCsv,
} from './run/read-runs.ts';
import { reconcileRun } from './run/reconcile-run.ts';
import { readStatementsOfCreator } from './statements/read-statements-of-creator.ts';
import { tryTiers } from './trial/try-tiers.ts';
import { trialOut } from './trial-answers.ts';

type PayoutRoutes = Pick<
  Routes,
  | 'listPayoutRuns'
  | 'createPayoutRun'
  | 'dryRunPayouts'
  | 'getPayoutRun'
  | 'listPayoutCampaigns'
  | 'listPayoutLinePayments'
  | 'listStatementsOfCreator'
  | 'approvePayoutRun'
  | 'markPayoutRunExported'
  | 'markPayoutRunPaid'
  | 'voidPayoutRun'
  | 'voidPayoutStatement'
  | 'getPayoutRunCsv'
  | 'getPayoutReconciliation'
  | 'getPayoutDifference'
  | 'payoutCsv'
>;

interface Asked {
  params: { run_id: number };
  principal: { staffId: number };
  now: number;
}

interface PayoutParts {
  db: Database;
  /**
   * Aborted when the daemon stops; the reason is the error for the response. Another daemon then finishes preparing the
   * run.
   */
  stopping: AbortSignal;
}

export const payoutRoutes = ({ db, stopping }: PayoutParts): PayoutRoutes => {
  const move = async (request: MoveRequest, { params, principal: { staffId }, now }: Asked) => {
    await moveRun(db, params.run_id, request, { staffId, now });
    return runOut(await getRun(db, params.run_id));
  };
  return {
    listPayoutRuns: async ({ query }) => {
      const page = await listRuns(db, query);
      return { ...page, data: page.data.map(runOut) };
    },
    createPayoutRun: async ({ body, principal: { staffId }, now }) => {
      const request = { kind: 'manual', campaignId: body.campaign_id ?? null, staffId } as const;
      const runId = await prepareRun(db, request, now, stopping);
      return runOut(await getRun(db, runId));
    },
    dryRunPayouts: ({ body, now }) => answerDryRun(db, body, now),
    listPayoutCampaigns: async ({ query }) => {
      const page = await listPayoutCampaigns(db, query);
      return { ...page, data: page.data.map(payoutCampaignOut) };
    },
    getPayoutRun: async ({ params, query, principal: { staffId } }) => {
      const run = await getRun(db, params.run_id);
      const { lastRunId, page } = await listStatements(db, run, query);
      const moves = await findMoves(db, run, staffId);
      const failures = await findFailures(db, params.run_id);
      return {
        ...runOut(run),
        moves,
        last_run_id: lastRunId,
        frozen: await findFrozen(db, run),
        failures: failures.rows,
        failures_total: failures.total,
        statements: { ...page, data: page.data.map((row) => statementOut(row, run)) },
      };
    },
    getPayoutReconciliation: async ({ params, query }) =>
      reconciliationOut(await reconcileRun(db, params.run_id, query), query),
    getPayoutDifference: async ({ params, query }) => differenceOut(await compareRuns(db, params.run_id, query)),
    listPayoutLinePayments: async ({ params, query }) => {
      const { run, page } = await listPaymentsOfLine(db, { runId: params.run_id, lineId: params.line_id }, query);
      return { ...page, data: page.data.map((row) => linePaymentOut(row, run)) };
    },
    listStatementsOfCreator: async ({ params, query }) => {
      const page = await readStatementsOfCreator(db, params.creator_id, query);
      return { ...page, data: page.data.map(statementOfCreatorOut) };
    },
    approvePayoutRun: (asked) => move({ move: 'approve' }, asked),
    markPayoutRunExported: (asked) => move({ move: 'export' }, asked),
    markPayoutRunPaid: (asked) => move({ move: 'pay' }, asked),
    voidPayoutRun: (asked) => move({ move: 'void', reason: asked.body.reason }, asked),
    voidPayoutStatement: async ({ params, body, principal: { staffId }, now }) => {
      const named = { runId: params.run_id, statementId: params.statement_id };
      await voidStatement(db, { ...named, reason: body.reason }, { staffId, now });
      const { run, statement } = await getStatement(db, named);
      return statementOut(statement, run);
    },
    getPayoutRunCsv: async ({ params, query }) => download(await readRunCsv(db, params.run_id, query.layout)),
    payoutCsv: async ({ params, query }) => download(await readRunCsv(db, params.run_id, query.layout)),
  };
};

const answerDryRun = async (db: Database, body: BodyOf<Endpoints['dryRunPayouts']>, now: number) =>
  body.kind === 'trial'
    ? trialOut(await tryTiers(db, body, now))
    : dryRunOut(await dryRun(db, body.campaign_id ?? null, now));

const download = ({ name, type, body, sha256, rows }: CsvFile & CsvPromise) => ({
  rendered: {
    status: 200,
    body,
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name}"`,
      ...fileHeaders({ sha256, rows }),
    },
  },
});
