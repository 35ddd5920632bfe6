import { COMMISSION_PERCENT, REWARDS_JSON, ROOT_URL } from '../world/defaults.ts';
import { type BodyFor, done, type TestClient } from './test-client.ts';

/** Who may do it: a test daemon, or whatever has such a client. */
interface Staff {
  owner: TestClient;
}
interface Game {
  server: TestClient;
}

export type CampaignFields = Partial<BodyFor<'createCampaign'>>;
export type CodeFields = Partial<BodyFor<'createCode'>>;

export const campaignBody = (change: CampaignFields = {}) => ({
  name: 'Running',
  starts_at: '2020-01-01T00:00:00Z',
  ends_at: '2100-01-01T00:00:00Z',
  commission_tiers: [{ min_revenue: 0, percent: COMMISSION_PERCENT }],
  ...change,
});

/** A draft that would run now. @returns its id */
export const newCampaign = async ({ owner }: Staff, change: CampaignFields = {}): Promise<number> =>
  done(await owner.call('createCampaign', { body: campaignBody(change) })).campaign_id;

const MOVES = { publish: 'publishCampaign', pause: 'pauseCampaign', archive: 'archiveCampaign' } as const;
export type CampaignMove = keyof typeof MOVES;

export const moveCampaign = ({ owner }: Staff, campaignId: number, to: CampaignMove) =>
  owner.call(MOVES[to], { params: { campaign_id: campaignId } });

/** A published campaign that runs now. @returns its id */
export async function runningCampaign(daemon: Staff, change: CampaignFields = {}): Promise<number> {
  const campaignId = await newCampaign(daemon, change);
  done(await moveCampaign(daemon, campaignId, 'publish'));
  return campaignId;
}

export const codeBody = (code: string, change: CodeFields = {}) => ({
  code,
  name: code,
  root_url: ROOT_URL,
  rewards_json: REWARDS_JSON,
  ...change,
});

/** Adds a code to a campaign. */
export async function addCode({ owner }: Staff, campaignId: number, code: string, change: CodeFields = {}) {
  const call = { params: { campaign_id: campaignId }, body: codeBody(code, change) };
  return done(await owner.call('createCode', call));
}

/** A creator's code, approved at once where moderation lets generated ones pass. */
export async function addCreatorCode({ server }: Game, creatorId: string, redemptionCode: string) {
  const body = { creator_id: creatorId, redemption_code: redemptionCode };
  return done(await server.call('createCreatorCode', { body }));
}
