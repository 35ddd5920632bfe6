import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ask } from '../../client/ask.ts';
import type { Dashboard } from '../../client/dashboard.ts';
import { useMay } from '../../client/session.ts';
import { IconSpeakerphone } from '../../components/first-icons.tsx';
import { EmptyState } from '../../components/states.tsx';
import { dashboard } from '../../texts/dashboard.ts';
import { FirstSteps } from './first-steps.tsx';

const t = dashboard.first;

interface NoFiguresProps {
  figures: Dashboard;
  /** The figures, for an organisation that already has its first claim. */
  children: ReactNode;
}

/**
 * Shows a new organisation the first steps until it has figures. A role that cannot take these steps sees which roles
 * can.
 */
export function NoFiguresYet(props: NoFiguresProps) {
  return useMay()('createCampaign') ? <FirstSteps {...props} /> : <Wait {...props} />;
}

function Wait({ figures, children }: NoFiguresProps) {
  const hasNoCampaign = useHasNoCampaign(figures);
  if (!hasNoCampaign) return children;
  return (
    <div className="card">
      <EmptyState icon={<IconSpeakerphone size={26} />} title={t.waitTitle}>
        {t.waitText}
      </EmptyState>
    </div>
  );
}

/** Returns whether there is no campaign yet. If the role cannot list campaigns, the figures determine the result. */
function useHasNoCampaign(figures: Dashboard): boolean {
  const mayList = useMay()('listCampaigns');
  const { data } = useQuery({
    queryKey: ['campaigns', 'list', 'any'],
    queryFn: () => ask('listCampaigns', { query: { page_size: 1 } }),
    enabled: mayList,
  });
  return figures.campaigns.length === 0 && figures.active_campaigns === 0 && (!mayList || data?.total === 0);
}
