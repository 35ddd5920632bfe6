import { Badge } from '@mantine/core';
import type { CampaignStatus } from '../lib/campaigns.ts';

const LOOKS: Record<CampaignStatus, [string, string]> = {
  draft: ['Draft', 'gray'],
  scheduled: ['Scheduled', 'blue'],
  active: ['Active', 'teal.9'],
  paused: ['Paused', 'yellow'],
  ended: ['Ended', 'gray'],
  archived: ['Archived', 'gray'],
};

/** What runs is the loudest, what is over the quietest. */
const variantOf = (status: CampaignStatus) =>
  status === 'active' ? 'filled' : status === 'ended' || status === 'archived' ? 'default' : 'light';

export function CampaignStatusBadge({ status }: { status: CampaignStatus }) {
  const [label, color] = LOOKS[status];
  return (
    <Badge color={color} variant={variantOf(status)} miw="max-content">
      {label}
    </Badge>
  );
}
