import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconSpeakerphone } from '../../components/icons.tsx';
import { EmptyState } from '../../components/states.tsx';
import { ask } from '../../lib/ask.ts';
import type { Dashboard } from '../../lib/dashboard.ts';
import { useMay } from '../../lib/session.ts';
import { dashboard } from '../../texts/dashboard.ts';

const t = dashboard.first;

/** The next step for a user who has no figures yet. */
export function FirstCampaign({ figures }: { figures: Dashboard }) {
  const mayCreate = useMay()('createCampaign');
  const isQuiet = figures.campaigns.length === 0 && figures.active_campaigns === 0;
  const { data } = useQuery({
    queryKey: ['campaigns', 'list', 'any'],
    queryFn: () => ask('listCampaigns', { query: { page_size: 1 } }),
    enabled: mayCreate && isQuiet,
  });
  if (!isQuiet || data?.total !== 0) return null;
  return (
    <div className="card">
      <EmptyState
        icon={<IconSpeakerphone size={26} />}
        title={t.title}
        action={
          <Button component={Link} to="/campaigns/new">
            {t.button}
          </Button>
        }
      >
        {t.text}
      </EmptyState>
    </div>
  );
}
