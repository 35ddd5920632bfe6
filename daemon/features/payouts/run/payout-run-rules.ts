export type RunKind = 'monthly' | 'campaign_end' | 'manual';
export type RunStatus = 'preparing' | 'draft' | 'approved' | 'exported' | 'paid' | 'void';
export type RunMove = 'approve' | 'export' | 'pay' | 'void';
export type MoveRefusal = 'invalid_status_move' | 'second_person_needed' | 'newer_run';

const MOVES: Record<RunMove, { from: readonly RunStatus[]; to: RunStatus }> = {
  approve: { from: ['draft'], to: 'approved' },
  export: { from: ['approved'], to: 'exported' },
  pay: { from: ['exported'], to: 'paid' },
  void: { from: ['preparing', 'draft', 'approved', 'exported'], to: 'void' },
};

export interface MovedRun {
  kind: RunKind;
  status: RunStatus;
  /** Null where the calendar asked for it. */
  prepared_by: number | null;
}

export interface MoveTerms {
  staffId: number;
  twoPerson: boolean;
  /** A later run that is not void: what it holds rests on this one. */
  hasNewer: boolean;
}

/** The status after a move, or why it cannot be made. */
export function decideMove(
  run: MovedRun,
  move: RunMove,
  terms: MoveTerms,
): { to: RunStatus } | { refused: MoveRefusal } {
  const { from, to } = MOVES[move];
  if (!from.includes(run.status)) return { refused: 'invalid_status_move' };
  const isOwn = run.kind === 'manual' && run.prepared_by === terms.staffId;
  if (move === 'approve' && terms.twoPerson && isOwn) return { refused: 'second_person_needed' };
  if (move === 'void' && terms.hasNewer) return { refused: 'newer_run' };
  return { to };
}

/** For each move, why it cannot be made; null where it can. */
export function decideMoves(run: MovedRun, terms: MoveTerms): Record<RunMove, MoveRefusal | null> {
  const refusalOf = (move: RunMove) => {
    const decided = decideMove(run, move, terms);
    return 'refused' in decided ? decided.refused : null;
  };
  return { approve: refusalOf('approve'), export: refusalOf('export'), pay: refusalOf('pay'), void: refusalOf('void') };
}

/**
 * What voiding one statement means: it is taken out of a draft and of its files; later its payment failed, and the
 * files stay as they were handed out. Null where it cannot be voided.
 */
export function statementVoiding(status: RunStatus): 'taken_out' | 'payment_failed' | null {
  if (status === 'draft') return 'taken_out';
  return status === 'approved' || status === 'exported' || status === 'paid' ? 'payment_failed' : null;
}

export const monthKey = (month: string) => `monthly:${month}`;
export const campaignEndKey = (campaignId: number, end: number) => `campaign_end:${campaignId}:${end}`;
/** Each run on demand is for itself: it is named by the run before it. */
export const manualKey = (campaignId: number | null, lastRunId: number) =>
  `manual:${campaignId ?? 'all'}:after-${lastRunId}`;

/** What stands in the bank's statement: short, and the same for ever. */
export const paymentReference = (runId: number, statementId: number) => `P${runId}-${statementId}`;
