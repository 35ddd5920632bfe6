import { z } from 'zod';
import { commissionTiers, instant, instantOut, listOf, moneyOut } from '../fields.ts';

// A trial computes what creators would have earned with other tiers. Nothing is stored.

export const trialRequest = z.strictObject({
  kind: z.literal('trial'),
  campaign_id: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  /** If absent, the terms in force at each time apply, so the trial returns the stored commission. */
  tiers: commissionTiers.min(1).optional(),
  /** The start of the period; by default, 90 days before its end. */
  from: instant.optional(),
  /** The end of the period, exclusive; by default, now. Payments belong to the time at which they were received. */
  to: instant.optional(),
  page: z.number().int().min(1).max(1_000_000).default(1),
  page_size: z.number().int().min(1).max(100).default(25),
});

const earned = {
  /** Revenue in the period, after refunds. */
  revenue: moneyOut,
  /** The commission added in the period under the stored terms. */
  commission: moneyOut,
  /** The commission that would have been added in the period under the tried tiers. */
  trial_commission: moneyOut,
  /** `trial_commission` minus `commission`. */
  difference: moneyOut,
};

export const trialOut = z.object({
  campaign_id: z.number(),
  campaign_name: z.string(),
  from: instantOut,
  to: instantOut,
  /** The campaign's current tiers, or the organisation's if the campaign has none. */
  tiers_in_force: commissionTiers,
  totals: z.object({ creators: z.number(), ...earned }),
  /** Creators with commission entries in the period, largest difference first. */
  creators: listOf(z.object({ creator_id: z.string(), creator_name: z.string().nullable(), ...earned })),
});
