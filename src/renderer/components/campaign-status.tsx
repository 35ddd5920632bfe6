import { Badge } from '@mantine/core';
import type { CampaignStatus } from '../client/campaigns.ts';
import { texts } from '../texts/texts.ts';

const COLOURS: Record<CampaignStatus, string> = {
  draft: 'gray',
  scheduled: 'blue',
  active: 'teal.9',
  paused: 'yellow',
  ended: 'gray',
  archived: 'gray',
};

/** Active campaigns are the most prominent, ended and archived ones the least. */
const variantOf = (status: CampaignStatus) =>
  status === 'active' ? 'filled' : status === 'ended' || status === 'archived' ? 'default' : 'light';

export function CampaignStatusBadge({ status }: { status: CampaignStatus }) {
  return (
    <Badge color={COLOURS[status]} variant={variantOf(status)} miw="max-content">
      {texts.common.campaignStatuses[status]}
    </Badge>
  );
}
