import { Group, Text } from '@mantine/core';
import type { Dashboard } from '../../client/dashboard.ts';
import { useMay } from '../../client/session.ts';
import { CampaignStatusBadge } from '../../components/campaign-status.tsx';
import { TextLink } from '../../components/links.tsx';
import { RankedCard } from '../../components/ranked-card.tsx';
import { useParsedSearch } from '../../lib/list-search.ts';
import { dashboard } from '../../texts/dashboard.ts';
import { figures as figureTexts } from '../../texts/figures.ts';
import { parseDashboardSearch } from './dashboard-search.ts';

const t = dashboard.campaigns;

/** Ranks the campaigns of the period with their revenue and claims. */
export const CampaignFigures = ({ figures }: { figures: Dashboard }) => (
  <RankedCard
    id="campaigns-title"
    title={t.title}
    note={t.note}
    empty={t.empty}
    footnote={t.footnote}
    more={<TopCodesLink />}
    rows={figures.campaigns.map((campaign) => ({
      key: campaign.campaign_id,
      name: <CampaignName {...campaign} />,
      detail: figureTexts.claims(campaign.claims),
      revenue: campaign.revenue,
    }))}
  />
);

function TopCodesLink() {
  const search = useParsedSearch(parseDashboardSearch);
  return (
    <TextLink to="/campaigns/top-codes" search={{ ...search }} size="sm" mt="xs" display="inline-block">
      {t.topCodes}
    </TextLink>
  );
}

function CampaignName({ campaign_id, name, status }: Dashboard['campaigns'][number]) {
  const maySee = useMay()('getCampaign');
  return (
    <Group gap={8} wrap="nowrap">
      {maySee ? (
        <TextLink
          to="/campaigns/$campaignId"
          params={{ campaignId: String(campaign_id) }}
          size="sm"
          c="var(--mantine-color-text)"
          title={name}
          truncate
        >
          <bdi>{name}</bdi>
        </TextLink>
      ) : (
        <Text inherit truncate title={name}>
          <bdi>{name}</bdi>
        </Text>
      )}
      <CampaignStatusBadge status={status} />
    </Group>
  );
}
