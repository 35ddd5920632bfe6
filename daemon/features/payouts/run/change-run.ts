import { AppError } from '../../../contract/refusals.ts';
import type { Database, Handle } from '../../../db/database.ts';
import { recordAudit } from '../../audit/audit-store.ts';
import { getOrganisationForUpdate } from '../../settings/settings-store.ts';
import { hasPaidStatement } from '../statements/statement-payments-store.ts';
import { findStatementForUpdate, listFrozenSince, markStatementVoid } from '../statements/statements-store.ts';
import { announceRun } from './announce-run.ts';
import { decideMove, MOST_FROZEN_NAMED, type RunMove, statementVoiding } from './payout-run-rules.ts';
import { closeRun, resumeRun } from './prepare-run.ts';
import { findPreparing, findRunForUpdate, hasNewerRun, type RunChange, type RunRow, updateRun } from './runs-store.ts';
import { totalsOf } from './totals-rules.ts';

export interface Mover {
  staffId: number;
  now: number;
}
export type MoveRequest = { move: Exclude<RunMove, 'void'> } | { move: 'void'; reason: string };

/** Moves a payout run to its next status, or voids it. The next payout run settles the accruals of a void run. */
export const moveRun = (db: Database, runId: number, request: MoveRequest, { staffId, now }: Mover): Promise<void> =>
  db.write(async (handle) => {
    // Payout runs start under the same lock, so a newer run cannot start before this change is stored.
    const { two_person_payouts: twoPerson } = await getOrganisationForUpdate(handle);
    const run = await getRun(handle, runId);
    const hasNewer = await hasNewerRun(handle, runId);
    const hasPaid = await hasPaidStatement(handle, run);
    const decided = decideMove(run, request.move, { staffId, twoPerson, hasNewer, hasPaid });
    if ('refused' in decided) throw new AppError(decided.refused);
    if (request.move === 'approve' || request.move === 'export') await refuseFrozen(handle, runId, request.move);
    const set: RunChange = { status: decided.to, ...stampOf(request, staffId, now) };
    await updateRun(handle, runId, set);
    const news = NEWS[request.move];
    // A run without totals was never announced as prepared, so voiding it is not announced either.
    if (news && totalsOf(run.totals)) await announceRun(handle, news, run, now);
    const why = request.move === 'void' ? { reason: request.reason } : {};
    const changes = { before: { status: run.status }, after: { status: decided.to, ...why } };
    const action = `payout_run.${request.move}`;
    await recordAudit(handle, { staffId, action, entity: 'payout_run', entityId: runId, ...changes }, now);
  });

/** Refuses to move a payout run that pays creators whose payouts were frozen after their statements were created. */
async function refuseFrozen(handle: Handle, runId: number, move: 'approve' | 'export'): Promise<void> {
  const frozen = await listFrozenSince(handle, runId, MOST_FROZEN_NAMED);
  if (frozen.length === 0) return;
  const ids = frozen.map(({ creator_id }) => creator_id).join(', ');
  const [whose, statements] =
    frozen.length === 1 ? ['this creator', 'the statement'] : ['these creators', 'their statements'];
  const remedy = move === 'approve' ? `Void ${statements} or lift the freeze.` : 'Lift the freeze or void the run.';
  const detail = `The payouts of ${whose} were frozen after the run was prepared: ${ids}. ${remedy}`;
  throw new AppError({ code: 'payouts_frozen', detail });
}

const NEWS = { approve: 'payout.approved', void: 'payout.voided', export: null, pay: null } as const;

function stampOf(request: MoveRequest, staffId: number, now: number): RunChange {
  if (request.move === 'void') return { voided_by: staffId, voided_at: now, void_reason: request.reason };
  if (request.move === 'approve') return { approved_by: staffId, approved_at: now };
  return request.move === 'export' ? { exported_at: now } : { paid_at: now };
}

export interface VoidedStatement {
  runId: number;
  statementId: number;
  reason: string;
}

/**
 * Voids one statement; the next payout run settles its accruals. In a draft, the totals and files are then created
 * again without the statement. After the export, voiding means that the payment failed, and the totals and files stay
 * the same.
 */
export async function voidStatement(db: Database, voided: VoidedStatement, mover: Mover): Promise<void> {
  for (;;) {
    const done = await tryVoidStatement(db, voided, mover);
    if (done === 'preparing') await resumeRun(db, mover.now);
    else if (done === 'voided') return;
    else return await closeRun(db, done.reopened, mover.now);
  }
}

const tryVoidStatement = (db: Database, { runId, statementId, reason }: VoidedStatement, { staffId, now }: Mover) =>
  db.write(async (handle): Promise<'preparing' | 'voided' | { reopened: RunRow }> => {
    await getOrganisationForUpdate(handle);
    // While a run is being prepared, no statement may be voided, because the run pays the amounts of void statements.
    if (await findPreparing(handle)) return 'preparing';
    const run = await getRun(handle, runId);
    const statement = await findStatementForUpdate(handle, runId, statementId);
    if (!statement) throw new AppError('not_found');
    const how = statementVoiding(run.status);
    if (!how || statement.voided_at !== null) throw new AppError('invalid_status_move');
    await markStatementVoid(handle, statementId, { now, reason, takenOut: how === 'taken_out' });
    const { creator_id, payable } = statement;
    const changes = { before: { creator_id, payable: String(payable) }, after: { run_id: runId, reason } };
    const entry = { staffId, action: 'payout_statement.void', entity: 'payout_statement', entityId: statementId };
    await recordAudit(handle, { ...entry, ...changes }, now);
    if (how === 'payment_failed') return 'voided';
    // If the daemon stops before the files are created, any daemon can finish the run, because its status is
    // `preparing`.
    const status = 'preparing' as const;
    await updateRun(handle, runId, { status });
    return { reopened: { ...run, status } };
  });

async function getRun(handle: Handle, runId: number): Promise<RunRow> {
  const run = await findRunForUpdate(handle, runId);
  if (!run) throw new AppError('not_found');
  return run;
}
