import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { campaignQuery } from '../../lib/campaigns.ts';
import { players as catalogue } from '../../texts/players.ts';

const t = catalogue.list;
const MOST = 50;

interface CampaignChoiceProps {
  campaign: number | undefined;
  onChange: (campaign: number | undefined) => void;
}

/** One campaign, found by its name. */
export function CampaignChoice({ campaign, onChange }: CampaignChoiceProps) {
  const [q, setQ] = useState('');
  const { data } = useQuery({
    queryKey: ['campaigns', 'choice', q],
    queryFn: () => ask('listCampaigns', { query: { page_size: MOST, ...(q ? { q } : {}) } }),
    placeholderData: (before) => before,
  });
  const chosen = useQuery({ ...campaignQuery(campaign ?? 0), enabled: campaign !== undefined }).data;
  const options = (data?.data ?? []).map(({ campaign_id, name }) => ({ value: String(campaign_id), label: name }));
  const isListed = !chosen || options.some(({ value }) => value === String(chosen.campaign_id));
  return (
    <Select
      aria-label={t.campaign}
      placeholder={t.anyCampaign}
      w={240}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t.anyCampaign }}
      data={isListed ? options : [{ value: String(chosen.campaign_id), label: chosen.name }, ...options]}
      value={campaign === undefined ? null : String(campaign)}
      onChange={(value) => onChange(value ? Number(value) : undefined)}
      onSearchChange={(text) => setQ(options.some(({ label }) => label === text) ? '' : text.trim())}
    />
  );
}
