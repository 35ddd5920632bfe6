import type { Database } from '../db/database.ts';
import {
  type CampaignEnd,
  campaignEndKey,
  listUnseenEnds,
  parseCampaignEndKey,
} from '../features/jobs/campaign-ends-store.ts';
import type { When } from './job.ts';
import type { Period } from './period-rules.ts';

type EndOf = Pick<CampaignEnd, 'campaign_id' | 'end'>;

const periodOf = (ended: EndOf): Period => ({
  key: campaignEndKey(ended),
  from: ended.end,
  to: ended.end,
  dueAt: ended.end,
});

/** Finds one period for each end of a campaign. */
export const campaignEnds = {
  find: async (db: Database, job: string, now: number) =>
    (await db.read((handle) => listUnseenEnds(handle, job, now))).map(periodOf),
  parse: (key: string) => {
    const ended = parseCampaignEndKey(key);
    return ended && periodOf(ended);
  },
  keyForm: 'a campaign and its end, such as 12@1798761600000',
} satisfies When;

/** Returns the campaign of a period, and the end of the campaign at the time when the job found it. */
export function endOf({ key }: Period): EndOf {
  const ended = parseCampaignEndKey(key);
  if (!ended) throw new Error('This is not the end of a campaign');
  return ended;
}
