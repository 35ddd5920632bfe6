import { Badge } from '@mantine/core';
import type { CampaignStatus } from '../lib/campaigns.ts';
import { texts } from '../texts/texts.ts';

const COLOURS: Record<CampaignStatus, string> = {
  draft: 'gray',
  scheduled: 'blue',
  active: 'teal',
  paused: 'yellow',
  ended: 'gray',
  archived: 'gray',
};

export function CampaignStatusBadge({ status }: { status: CampaignStatus }) {
  const isOver = status === 'archived' || status === 'ended';
  return (
    <Badge color={COLOURS[status]} variant={isOver ? 'default' : 'light'} miw="max-content">
      {texts.common.campaignStatuses[status]}
    </Badge>
  );
}
