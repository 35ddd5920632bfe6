import type { z } from 'zod';
import type { trialOut as trialSchema } from '../../contract/admin/tiers-trial.ts';
import { isoInstant } from '../../lib/clock.ts';
import { moneyIn } from './payout-answers.ts';
import type { Earned } from './trial/trial-rules.ts';
import type { TiersTrial } from './trial/try-tiers.ts';

export function trialOut(trial: TiersTrial): z.output<typeof trialSchema> {
  const money = moneyIn(trial);
  const earnedOut = ({ revenue, commission, trial }: Earned) => ({
    revenue: money(revenue),
    commission: money(commission),
    trial_commission: money(trial),
    difference: money(trial - commission),
  });
  const { page } = trial;
  return {
    campaign_id: trial.campaignId,
    campaign_name: trial.campaignName,
    from: isoInstant(trial.from),
    to: isoInstant(trial.to),
    tiers_in_force: trial.tiersInForce,
    totals: { creators: page.total, ...earnedOut(trial.totals) },
    creators: {
      ...page,
      data: page.data.map((row) => ({ creator_id: row.creatorId, creator_name: row.name, ...earnedOut(row) })),
    },
  };
}
