import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

const MOST = 50;

interface CampaignSelectProps extends Pick<SelectProps, 'label' | 'aria-label' | 'nothingFoundMessage' | 'w'> {
  /** The name of the list in the query cache. */
  list: string;
  find: (query: { page_size: number; q?: string }) => Promise<{ data: { campaign_id: number; name: string }[] }>;
  campaign: number | undefined;
  /** The name of the chosen campaign, in case the list does not contain it. */
  chosenName: string | undefined;
  /** The label of the option that selects no campaign. */
  all: string;
  onChange: (campaign: number | undefined) => void;
}

/** Lets the user select one campaign by its name, or all of them. */
export function CampaignSelect({ list, find, campaign, chosenName, all, onChange, ...look }: CampaignSelectProps) {
  const [q, setQ] = useState('');
  const { data } = useQuery({
    queryKey: ['campaigns', 'choice', list, q],
    queryFn: () => find({ page_size: MOST, ...(q ? { q } : {}) }),
    placeholderData: (before) => before,
  });
  const options = (data?.data ?? []).map(({ campaign_id, name }) => ({ value: String(campaign_id), label: name }));
  const value = campaign === undefined ? null : String(campaign);
  const isListed = value === null || chosenName === undefined || options.some((option) => option.value === value);
  return (
    <Select
      {...look}
      placeholder={all}
      maw="100%"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': all }}
      data={isListed ? options : [{ value, label: chosenName }, ...options]}
      value={value}
      onChange={(chosen) => onChange(chosen ? Number(chosen) : undefined)}
      onSearchChange={(text) => setQ(options.some(({ label }) => label === text) ? '' : text.trim())}
    />
  );
}
