import type { PAYMENT_STATUSES } from '../../../contract/words.ts';

export type RunKind = 'monthly' | 'campaign_end' | 'manual';
export type RunStatus = 'preparing' | 'draft' | 'approved' | 'exported' | 'paid' | 'void';
export type RunMove = 'approve' | 'export' | 'pay' | 'void';
export type MoveRefusal = 'invalid_status_move' | 'second_person_needed' | 'newer_run' | 'statements_paid';

const MOVES: Record<RunMove, { from: readonly RunStatus[]; to: RunStatus }> = {
  approve: { from: ['draft'], to: 'approved' },
  export: { from: ['approved'], to: 'exported' },
  pay: { from: ['exported'], to: 'paid' },
  void: { from: ['preparing', 'draft', 'approved', 'exported'], to: 'void' },
};

export interface MovedRun {
  kind: RunKind;
  status: RunStatus;
  /** The member of staff who requested the payout run; null for a scheduled one. */
  prepared_by: number | null;
}

export interface MoveTerms {
  staffId: number;
  twoPerson: boolean;
  /** Whether there is a later payout run that is not void. Such a run depends on this one. */
  hasNewer: boolean;
  /**
   * Whether a result file reports that a payment of the run has arrived. If this run were voided, the next run would
   * pay the same amount again.
   */
  hasPaid: boolean;
}

/** Returns the status after a move, or why the move is refused. */
export function decideMove(
  run: MovedRun,
  move: RunMove,
  terms: MoveTerms,
): { to: RunStatus } | { refused: MoveRefusal } {
  const { from, to } = MOVES[move];
  if (!from.includes(run.status)) return { refused: 'invalid_status_move' };
  const isOwn = run.kind === 'manual' && run.prepared_by === terms.staffId;
  if (move === 'approve' && terms.twoPerson && isOwn) return { refused: 'second_person_needed' };
  if (move === 'void' && terms.hasPaid) return { refused: 'statements_paid' };
  if (move === 'void' && terms.hasNewer) return { refused: 'newer_run' };
  return { to };
}

/** Returns why each move is refused; null for moves that are allowed. */
export function decideMoves(run: MovedRun, terms: MoveTerms): Record<RunMove, MoveRefusal | null> {
  const refusalOf = (move: RunMove) => {
    const decided = decideMove(run, move, terms);
    return 'refused' in decided ? decided.refused : null;
  };
  return { approve: refusalOf('approve'), export: refusalOf('export'), pay: refusalOf('pay'), void: refusalOf('void') };
}

/**
 * In a draft, voiding a statement removes it from the run and its files. After the export, voiding means that the
 * payment failed, and the files that finance already has stay the same. Returns null if the statement cannot be voided.
 * If it could be voided in an approved run, the amount would be paid both with that run's files and in the next run.
 */
export function statementVoiding(status: RunStatus): 'taken_out' | 'payment_failed' | null {
  if (status === 'draft') return 'taken_out';
  return status === 'exported' || status === 'paid' ? 'payment_failed' : null;
}

interface PaidStatement {
  payable: bigint;
  voided_at: number | null;
  paid_at: number | null;
  taken_out: boolean;
}

/** Returns the payment status of a statement; null if it has no payment. */
export function paymentStatusOf(
  statement: PaidStatement,
  run: { status: RunStatus },
): (typeof PAYMENT_STATUSES)[number] | null {
  if (run.status === 'void' || statement.taken_out || statement.payable <= 0n) return null;
  if (statement.voided_at !== null) return 'failed';
  return statement.paid_at === null ? 'pending' : 'paid';
}

/**
 * Returns whether results can be imported. Result files refer to the run's files, which finance has only after the
 * export.
 */
export const takesResults = (status: RunStatus): boolean => status === 'exported' || status === 'paid';

/**
 * The maximum number of frozen creators named in the refusal of a move. The other creators are named once these freezes
 * are lifted.
 */
export const MOST_FROZEN_NAMED = 10;

export const monthKey = (month: string) => `monthly:${month}`;
export const campaignEndKey = (campaignId: number, end: number) => `campaign_end:${campaignId}:${end}`;
/** The key contains the ID of the previous payout run, so that each manual run has its own key. */
export const manualKey = (campaignId: number | null, lastRunId: number) =>
  `manual:${campaignId ?? 'all'}:after-${lastRunId}`;

/** Returns the reference that appears on the creator's bank statement. It is short and never changes. */
export const paymentReference = (runId: number, statementId: number) => `P${runId}-${statementId}`;
