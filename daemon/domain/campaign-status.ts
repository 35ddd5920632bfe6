/** The state that staff set. An `importing` campaign is hidden until its import is done. */
export type Stage = 'importing' | 'draft' | 'published' | 'paused' | 'archived';
export type CampaignMove = 'publish' | 'pause' | 'archive' | 'restore';
/** The state that users see: the stage combined with the clock. */
export type ShownStatus = 'draft' | 'scheduled' | 'active' | 'paused' | 'ended' | 'archived';

export interface CampaignTimes {
  stage: Stage;
  starts_at: number;
  /** Exclusive. */
  ends_at: number;
}

/** Applies the contract's rules in order; the first match decides. A campaign starts and ends without any job. */
export function shownStatus({ stage, starts_at, ends_at }: CampaignTimes, now: number): ShownStatus {
  if (stage === 'archived' || stage === 'draft') return stage;
  if (stage === 'importing') return 'draft';
  if (now >= ends_at) return 'ended';
  if (stage === 'paused') return 'paused';
  return now < starts_at ? 'scheduled' : 'active';
}

/** Returns whether a campaign is over, so that nothing can be added to it. */
export function isOver(campaign: CampaignTimes, now: number): boolean {
  const status = shownStatus(campaign, now);
  return status === 'ended' || status === 'archived';
}

/**
 * Returns the stage after a move, or `invalid_status_move`. Publishing also resumes a paused campaign, and an ended
 * campaign can only be archived. A restored campaign is paused, so that no code works before someone publishes it.
 */
export function moveOf(stage: Stage, move: CampaignMove, now: number, endsAt: number): Stage | 'invalid_status_move' {
  if (move === 'restore') return stage === 'archived' ? 'paused' : 'invalid_status_move';
  if (stage === 'archived') return 'invalid_status_move';
  if (move === 'archive') return 'archived';
  if (now >= endsAt) return 'invalid_status_move';
  if (move === 'publish') return stage === 'published' ? 'invalid_status_move' : 'published';
  return stage === 'published' ? 'paused' : 'invalid_status_move';
}
