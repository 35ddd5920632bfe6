import { useQuery } from '@tanstack/react-query';
import { ask } from '../../client/ask.ts';
import type { Dashboard } from '../../client/dashboard.ts';
import { useMay } from '../../client/session.ts';
import { IconSpeakerphone } from '../../components/first-icons.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { EmptyState } from '../../components/states.tsx';
import { dashboard } from '../../texts/dashboard.ts';

const t = dashboard.first;

/** Returns whether there is no campaign yet. For a role that may not list campaigns, the figures decide. */
export function useHasNoCampaign(figures: Dashboard): boolean {
  const mayList = useMay()('listCampaigns');
  const isQuiet = figures.campaigns.length === 0 && figures.active_campaigns === 0;
  const { data } = useQuery({
    queryKey: ['campaigns', 'list', 'any'],
    queryFn: () => ask('listCampaigns', { query: { page_size: 1 } }),
    enabled: mayList && isQuiet,
  });
  return isQuiet && (mayList ? data?.total === 0 : figures.totals.claims + figures.totals.payments === 0);
}

/** Shows the first step, or that another role must take it. */
export function FirstCampaign() {
  const mayCreate = useMay()('createCampaign');
  const button = <ButtonLink to="/campaigns/new">{t.button}</ButtonLink>;
  return (
    <div className="card">
      <EmptyState
        icon={<IconSpeakerphone size={26} />}
        title={mayCreate ? t.title : t.waitTitle}
        action={mayCreate && button}
      >
        {mayCreate ? t.text : t.waitText}
      </EmptyState>
    </div>
  );
}
