import { Group, Text } from '@mantine/core';
import type { Campaign } from '../../client/campaigns.ts';
import { describeTiers } from '../../client/tiers.ts';
import { CampaignMenu } from '../../components/campaign-moves.tsx';
import { CampaignStatusBadge } from '../../components/campaign-status.tsx';
import type { Column } from '../../components/data-table.tsx';
import { DuplicateCampaign } from '../../components/duplicate-campaign.tsx';
import { describeGames } from '../../components/games.ts';
import { IconPencil } from '../../components/icons.tsx';
import { Instant } from '../../components/instant.tsx';
import { TextLink } from '../../components/links.tsx';
import { MenuLink } from '../../components/menu-link.tsx';
import { SparkLine } from '../../components/spark-line.tsx';
import { tagsColumn } from '../../components/tags-column.tsx';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { campaigns } from '../../texts/campaigns.ts';
import type { CampaignResult } from './campaigns-queries.ts';

const t = campaigns.columns;

interface Shown {
  canChange: boolean;
  /** Whether any campaign in the list is limited to some games. */
  hasGames: boolean;
  /** The results by campaign ID: undefined while they load, null if this person cannot see them. */
  results: ReadonlyMap<number, CampaignResult> | undefined | null;
}

export function campaignColumns({ canChange, hasGames, results }: Shown): Column<Campaign>[] {
  const columns: Column<Campaign>[] = [
    {
      key: 'name',
      header: t.name,
      sort: 'name',
      width: '28%',
      render: ({ name, campaign_id }) => (
        <TextLink
          to="/campaigns/$campaignId"
          params={{ campaignId: String(campaign_id) }}
          inherit
          fw={600}
          c="var(--mantine-color-text)"
          lineClamp={1}
          title={name}
          style={{ overflowWrap: 'anywhere' }}
        >
          <bdi>{name}</bdi>
        </TextLink>
      ),
    },
    { key: 'status', header: t.status, width: 120, render: ({ status }) => <CampaignStatusBadge status={status} /> },
    { key: 'starts', header: t.starts, sort: 'starts_at', render: ({ starts_at }) => <Instant at={starts_at} /> },
    { key: 'ends', header: t.ends, sort: 'ends_at', render: ({ ends_at }) => <Instant at={ends_at} /> },
    {
      key: 'commission',
      header: t.commission,
      isExtra: results !== null,
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
      isExtra: results !== null,
      render: ({ created_at }) => <Instant at={created_at} day />,
    },
    { ...tagsColumn<Campaign>(), isExtra: true },
  ];
  if (results !== null) columns.splice(4, 0, ...resultColumns(results));
  if (hasGames)
    columns.splice(2, 0, {
      key: 'games',
      header: t.games,
      width: 130,
      render: ({ games }) => (
        <Text inherit lineClamp={1} miw={100} c={games ? undefined : 'dimmed'} title={describeGames(games)}>
          {describeGames(games)}
        </Text>
      ),
    });
  if (canChange)
    columns.push({
      key: 'actions',
      header: t.actions,
      hideHeader: true,
      width: 56,
      align: 'right',
      render: (campaign) => (
        <CampaignMenu campaign={campaign}>
          <MenuLink
            to="/campaigns/$campaignId/edit"
            params={{ campaignId: String(campaign.campaign_id) }}
            leftSection={<IconPencil size={16} />}
          >
            {campaigns.page.edit}
          </MenuLink>
          <DuplicateCampaign campaignId={campaign.campaign_id} />
        </CampaignMenu>
      ),
    });
  return columns;
}

function resultColumns(results: ReadonlyMap<number, CampaignResult> | undefined): Column<Campaign>[] {
  return [
    {
      key: 'claims',
      header: t.claims,
      align: 'right',
      width: 150,
      render: ({ name, campaign_id }) => {
        const result = results?.get(campaign_id);
        return (
          result && (
            <Group gap="xs" justify="space-between" wrap="nowrap">
              <SparkLine values={result.series.map(({ claims }) => claims)} label={t.claimsByDay(name)} />
              {formatCount(result.claims)}
            </Group>
          )
        );
      },
    },
    {
      key: 'revenue',
      header: t.revenue,
      align: 'right',
      width: 120,
      render: ({ campaign_id }) => {
        const result = results?.get(campaign_id);
        return result && formatMoney(result.revenue);
      },
    },
  ];
}
