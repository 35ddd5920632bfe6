import { COMMISSION_PERCENT, REWARDS_JSON, ROOT_URL } from '../world/defaults.ts';
import { type BodyFor, done, type TestClient } from './test-client.ts';

/** A test daemon, or another object with the owner's client. */
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

/** Creates a draft whose period includes the current time. @returns its ID */
export const newCampaign = async ({ owner }: Staff, change: CampaignFields = {}): Promise<number> =>
  done(await owner.call('createCampaign', { body: campaignBody(change) })).campaign_id;

const MOVES = {
  publish: 'publishCampaign',
  pause: 'pauseCampaign',
  archive: 'archiveCampaign',
  restore: 'restoreCampaign',
} as const;
export type CampaignMove = keyof typeof MOVES;

export const moveCampaign = ({ owner }: Staff, campaignId: number, to: CampaignMove) =>
  owner.call(MOVES[to], { params: { campaign_id: campaignId } });

/** Creates a published campaign that is active now. @returns its ID */
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

export async function addCode({ owner }: Staff, campaignId: number, code: string, change: CodeFields = {}) {
  const call = { params: { campaign_id: campaignId }, body: codeBody(code, change) };
  return done(await owner.call('createCode', call));
}

/** Adds a creator code, which is approved immediately if moderation approves generated codes. */
export async function addCreatorCode({ server }: Game, creatorId: string, redemptionCode: string) {
  const body = { creator_id: creatorId, redemption_code: redemptionCode };
  return done(await server.call('createCreatorCode', { body }));
}
