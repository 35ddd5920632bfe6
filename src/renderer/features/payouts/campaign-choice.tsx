import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { payouts } from '../../texts/payouts.ts';

const t = payouts.preview;

interface CampaignChoiceProps {
  /** null: all campaigns. */
  campaign: number | null;
  onChange: (campaign: number | null) => void;
}

/** One campaign’s creators, or all creators. */
export function CampaignChoice({ campaign, onChange }: CampaignChoiceProps) {
  const [q, setQ] = useState('');
  const { data } = useQuery({
    queryKey: ['payout-campaigns', q],
    queryFn: () => ask('listPayoutCampaigns', { query: { page_size: 50, ...(q ? { q } : {}) } }),
    placeholderData: (before) => before,
  });
  const options = (data?.data ?? []).map(({ campaign_id, name }) => ({ value: String(campaign_id), label: name }));
  const isKnown = campaign === null || options.some(({ value }) => value === String(campaign));
  return (
    <Select
      label={t.campaign}
      placeholder={payouts.allCampaigns}
      w={360}
      maw="100%"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': payouts.allCampaigns }}
      nothingFoundMessage={t.noCampaign}
      data={isKnown ? options : [{ value: String(campaign), label: t.campaignOf(campaign) }, ...options]}
      value={campaign === null ? null : String(campaign)}
      onChange={(value) => onChange(value ? Number(value) : null)}
      onSearchChange={(text) => setQ(options.some(({ label }) => label === text) ? '' : text.trim())}
    />
  );
}
