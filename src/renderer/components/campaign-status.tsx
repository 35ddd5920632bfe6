import { Badge } from '@mantine/core';
import type { CampaignStatus } from '../lib/campaigns.ts';

const LOOKS: Record<CampaignStatus, [string, string]> = {
  draft: ['Draft', 'gray'],
  scheduled: ['Scheduled', 'blue'],
  active: ['Active', 'teal'],
  paused: ['Paused', 'yellow'],
  ended: ['Ended', 'gray'],
  archived: ['Archived', 'gray'],
};

export function CampaignStatusBadge({ status }: { status: CampaignStatus }) {
  const [label, color] = LOOKS[status];
  const isOver = status === 'archived' || status === 'ended';
  return (
    <Badge color={color} variant={isOver ? 'default' : 'light'} miw="max-content">
      {label}
    </Badge>
  );
}
