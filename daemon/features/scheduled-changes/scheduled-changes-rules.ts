import type { Conditions } from '../../domain/codes/conditions.ts';
import { instantOrNull, isoInstant } from '../../lib/clock.ts';

/** New values for a campaign. */
export interface CampaignChange {
  move?: 'publish' | 'pause' | undefined;
  starts_at?: number | undefined;
  ends_at?: number | undefined;
}

/**
 * New values for all codes of a batch. They cannot contain a recipient, because the erasure of a player does not search
 * them.
 */
export interface BatchChange {
  active?: 'Y' | 'N' | undefined;
  usage_limit?: number | null | undefined;
  starts_at?: number | null | undefined;
  ends_at?: number | null | undefined;
  conditions?: Conditions | undefined;
}

export type ScheduledChange = CampaignChange | BatchChange;

interface Stored {
  change_id: number;
  due_at: number;
  /** The new values as JSON. */
  change: string;
}

/** Reads the new values from their stored form. Whether they are for a batch depends on the row's `batch_id`. */
export const campaignChangeOf = ({ change }: Stored): CampaignChange => JSON.parse(change);
export const batchChangeOf = ({ change }: Stored): BatchChange => JSON.parse(change);

/** Returns the new values for a response. */
export function changeOut(row: Stored) {
  const { starts_at, ends_at, conditions, ...others }: CampaignChange & BatchChange = JSON.parse(row.change);
  return {
    ...others,
    ...(starts_at !== undefined && { starts_at: instantOrNull(starts_at) }),
    ...(ends_at !== undefined && { ends_at: instantOrNull(ends_at) }),
    ...(conditions !== undefined && { conditions: conditions && [...conditions] }),
  };
}

/** Returns a change in the form that the audit log records. */
export const auditedChange = (row: Stored) => ({
  scheduled_change: row.change_id,
  due_at: isoInstant(row.due_at),
  ...changeOut(row),
});
