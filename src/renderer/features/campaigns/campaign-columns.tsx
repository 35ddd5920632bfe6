import { Anchor, Menu, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CampaignMenu } from '../../components/campaign-moves.tsx';
import { CampaignStatusBadge } from '../../components/campaign-status.tsx';
import type { Column } from '../../components/data-table.tsx';
import { IconPencil } from '../../components/icons.tsx';
import { Instant } from '../../components/instant.tsx';
import type { Campaign } from '../../lib/campaigns.ts';
import { describeTiers } from '../../lib/tiers.ts';
import { campaigns } from '../../texts/campaigns.ts';

const t = campaigns.columns;

export function campaignColumns(canChange: boolean): Column<Campaign>[] {
  const columns: Column<Campaign>[] = [
    {
      key: 'name',
      header: t.name,
      sort: 'name',
      width: '28%',
      render: ({ name, campaign_id }) => (
        <Anchor
          component={Link}
          to="/campaigns/$campaignId"
          params={{ campaignId: String(campaign_id) } as never}
          inherit
          fw={600}
          c="var(--mantine-color-text)"
          lineClamp={1}
          title={name}
          style={{ overflowWrap: 'anywhere' }}
        >
          <bdi>{name}</bdi>
        </Anchor>
      ),
    },
    { key: 'status', header: t.status, width: 120, render: ({ status }) => <CampaignStatusBadge status={status} /> },
    { key: 'starts', header: t.starts, sort: 'starts_at', render: ({ starts_at }) => <Instant at={starts_at} /> },
    { key: 'ends', header: t.ends, sort: 'ends_at', render: ({ ends_at }) => <Instant at={ends_at} /> },
    {
      key: 'commission',
      header: t.commission,
      render: ({ commission_tiers }) => (
        <Text inherit c={commission_tiers ? undefined : 'dimmed'}>
          {describeTiers(commission_tiers)}
        </Text>
      ),
    },
    {
      key: 'created',
      header: t.created,
      sort: 'created_at',
      render: ({ created_at }) => <Instant at={created_at} day />,
    },
  ];
  if (canChange)
    columns.push({
      key: 'actions',
      header: t.actions,
      hideHeader: true,
      width: 56,
      align: 'right',
      render: (campaign) => (
        <CampaignMenu campaign={campaign}>
          <Menu.Item
            component={Link}
            to={`/campaigns/${campaign.campaign_id}/edit`}
            leftSection={<IconPencil size={16} />}
          >
            {campaigns.page.edit}
          </Menu.Item>
        </CampaignMenu>
      ),
    });
  return columns;
}
