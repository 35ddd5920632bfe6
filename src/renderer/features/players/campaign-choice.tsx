import { useQuery } from '@tanstack/react-query';
import { ask } from '../../client/ask.ts';
import { campaignQuery } from '../../client/campaigns.ts';
import { CampaignSelect } from '../../components/campaign-select.tsx';
import { players } from '../../texts/players.ts';

const t = players.list;

interface CampaignChoiceProps {
  campaign: number | undefined;
  onChange: (campaign: number | undefined) => void;
}

/** Filters claims by one campaign, or shows all. */
export function CampaignChoice({ campaign, onChange }: CampaignChoiceProps) {
  const chosen = useQuery({ ...campaignQuery(campaign ?? 0), enabled: campaign !== undefined }).data;
  return (
    <CampaignSelect
      aria-label={t.campaign}
      w={240}
      list="all"
      find={(query) => ask('listCampaigns', { query })}
      campaign={campaign}
      chosenName={chosen?.name}
      all={t.anyCampaign}
      onChange={onChange}
    />
  );
}
