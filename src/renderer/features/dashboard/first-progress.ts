import { useQuery } from '@tanstack/react-query';
import { ask } from '../../client/ask.ts';
import type { Campaign } from '../../client/campaigns.ts';
import type { Code } from '../../client/codes.ts';
import { askAgainEvery } from '../../client/query-client.ts';
import { useMay } from '../../client/session.ts';
import { settingsQuery } from '../../client/settings.ts';

const POLL_MS = 2000;
/** The settings have this version until the first change. */
const FIRST_VERSION = 1;

/** The completed first steps of a new organisation. */
export interface Progress {
  campaigns: number;
  /** The campaign that was created first. */
  campaign: Campaign | null;
  /** A code of the campaign that players can redeem. */
  code: Code | null;
  /** Whether a code of the campaign has been redeemed. */
  isRedeemed: boolean;
  /** Only owners see settings and keys. For other roles, both values are false. */
  hasSettings: boolean;
  hasKey: boolean;
}

async function askCampaign() {
  const { total, data } = await ask('listCampaigns', { query: { sort: 'created_at', page_size: 1 } });
  const campaign = data[0] ?? null;
  if (campaign === null) return { campaigns: total, campaign, codes: [] };
  const params = { campaign_id: campaign.campaign_id };
  const codes = await ask('listCodes', { params, query: { sort: '-number_of_claims', page_size: 20 } });
  return { campaigns: total, campaign, codes: codes.data };
}

/**
 * Loads the progress every two seconds, so that the user sees each step live. Returns undefined until everything has
 * loaded, or if `isWanted` is false.
 */
export function useProgress(isWanted: boolean): Progress | undefined {
  const may = useMay();
  const refetchInterval = askAgainEvery(POLL_MS);
  const first = useQuery({
    queryKey: ['campaigns', 'list', 'first'],
    queryFn: askCampaign,
    enabled: isWanted,
    refetchInterval,
  });
  const keys = useQuery({
    queryKey: ['keys', 'list', 'first'],
    queryFn: () => ask('listApiKeys', { query: { kind: 'server', state: 'active', page_size: 1 } }),
    enabled: isWanted && may('listApiKeys'),
    refetchInterval,
  });
  const settings = useQuery({ ...settingsQuery, enabled: isWanted && may('getSettings') });
  if (!first.data || keys.isLoading || settings.isLoading) return undefined;
  const { codes, ...found } = first.data;
  return {
    ...found,
    code: codes.find(({ use_as_referral }) => use_as_referral === 'N') ?? codes[0] ?? null,
    isRedeemed: codes.some(({ number_of_claims }) => number_of_claims > 0),
    hasSettings: (settings.data?.version ?? FIRST_VERSION) > FIRST_VERSION,
    hasKey: (keys.data?.total ?? 0) > 0,
  };
}
