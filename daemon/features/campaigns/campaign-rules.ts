/** What staff set. */
export type Stage = 'draft' | 'published' | 'paused' | 'archived';
export type CampaignMove = 'publish' | 'pause' | 'archive';
/** What is shown: the stage seen by the clock. */
export type ShownStatus = 'draft' | 'scheduled' | 'active' | 'paused' | 'ended' | 'archived';

export interface CampaignTimes {
  stage: Stage;
  starts_at: number;
  /** Exclusive. */
  ends_at: number;
}

/** The first that fits, in the contract's order; no job has to run for a campaign to start or end. */
export function shownStatus({ stage, starts_at, ends_at }: CampaignTimes, now: number): ShownStatus {
  if (stage === 'archived' || stage === 'draft') return stage;
  if (now >= ends_at) return 'ended';
  if (stage === 'paused') return 'paused';
  return now < starts_at ? 'scheduled' : 'active';
}

/** Once it is over, nothing is added to a campaign. */
export function isOver(campaign: CampaignTimes, now: number): boolean {
  const status = shownStatus(campaign, now);
  return status === 'ended' || status === 'archived';
}

/** The stage after a move, or that the move is not possible. Publishing resumes too; what has ended can only be archived. */
export function moveOf(stage: Stage, move: CampaignMove, now: number, endsAt: number): Stage | 'invalid_status_move' {
  if (stage === 'archived') return 'invalid_status_move';
  if (move === 'archive') return 'archived';
  if (now >= endsAt) return 'invalid_status_move';
  if (move === 'publish') return stage === 'published' ? 'invalid_status_move' : 'published';
  return stage === 'published' ? 'paused' : 'invalid_status_move';
}
