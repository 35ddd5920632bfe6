import { ask } from '../../../client/ask.ts';
import { CampaignSelect } from '../../../components/campaign-select.tsx';
import { payouts } from '../../../texts/payouts.ts';

const t = payouts.preview;

interface CampaignChoiceProps {
  /** Null for all campaigns. */
  campaign: number | null;
  onChange: (campaign: number | null) => void;
}

/** Lets the user choose the creators of one campaign, or all creators. */
export const CampaignChoice = ({ campaign, onChange }: CampaignChoiceProps) => (
  <CampaignSelect
    label={t.campaign}
    w={360}
    nothingFoundMessage={t.noCampaign}
    list="payouts"
    find={(query) => ask('listPayoutCampaigns', { query })}
    campaign={campaign ?? undefined}
    chosenName={campaign === null ? undefined : t.campaignOf(campaign)}
    all={payouts.allCampaigns}
    onChange={(chosen) => onChange(chosen ?? null)}
  />
);
