import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CampaignStatusBadge } from '../../components/campaign-status.tsx';
import { RankedCard } from '../../components/ranked-card.tsx';
import type { Dashboard } from '../../lib/dashboard.ts';
import { useMay } from '../../lib/session.ts';

/** The revenue and claims of each campaign in the period. */
export const CampaignFigures = ({ figures }: { figures: Dashboard | undefined }) => (
  <RankedCard
    id="campaigns-title"
    title="Campaigns"
    note="in this period"
    empty="No campaign has run in this period."
    footnote="A campaign’s revenue is what players paid who used one of its codes. A payment may count for several campaigns, so these do not add up to the total above."
    rows={figures?.campaigns.map((campaign) => ({
      key: campaign.campaign_id,
      name: <CampaignName {...campaign} />,
      claims: campaign.claims,
      revenue: campaign.revenue,
    }))}
  />
);

function CampaignName({ campaign_id, name, status }: Dashboard['campaigns'][number]) {
  const maySee = useMay()('getCampaign');
  return (
    <Group gap={8} wrap="nowrap">
      {maySee ? (
        <Anchor
          component={Link}
          to={`/campaigns/${campaign_id}`}
          size="sm"
          c="var(--mantine-color-text)"
          title={name}
          truncate
        >
          {name}
        </Anchor>
      ) : (
        <Text inherit truncate title={name}>
          {name}
        </Text>
      )}
      <CampaignStatusBadge status={status} />
    </Group>
  );
}
