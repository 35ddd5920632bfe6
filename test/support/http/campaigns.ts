import type { TestDaemon } from '../world/daemon.ts';

/** A published campaign that runs now, made through the API. @returns its id */
export async function runningCampaign(daemon: Pick<TestDaemon, 'owner'>): Promise<number> {
  const made = await daemon.owner.call('createCampaign', {
    body: {
      name: 'Running',
      starts_at: '2020-01-01T00:00:00Z',
      ends_at: '2100-01-01T00:00:00Z',
      commission_tiers: [{ min_revenue: 0, percent: 10 }],
    },
  });
  if (!made.ok) throw new Error(JSON.stringify(made.body));
  const params = { campaign_id: String(made.body.campaign_id) };
  const published = await daemon.owner.call('publishCampaign', { params });
  if (!published.ok) throw new Error(JSON.stringify(published.body));
  return made.body.campaign_id;
}

interface CodeOptions {
  usage_limit?: number | null;
  creator_usage_limit?: number | null;
  use_as_referral?: 'Y' | 'N';
}

/** Adds a code to a campaign, through the API. */
export async function addCode(
  daemon: Pick<TestDaemon, 'owner'>,
  campaignId: number,
  code: string,
  more: CodeOptions = {},
) {
  const made = await daemon.owner.call('createCode', {
    params: { campaign_id: String(campaignId) },
    body: { code, name: code, root_url: 'https://game.example/redeem', rewards_json: '{"gold":1}', ...more },
  });
  if (!made.ok) throw new Error(JSON.stringify(made.body));
  return made.body;
}

/** A creator's code, approved at once where moderation lets generated ones pass. */
export async function addCreatorCode(daemon: Pick<TestDaemon, 'server'>, creatorId: string, redemptionCode: string) {
  const made = await daemon.server.call('createCreatorCode', {
    body: { creator_id: creatorId, redemption_code: redemptionCode },
  });
  if (!made.ok) throw new Error(JSON.stringify(made.body));
  return made.body;
}
