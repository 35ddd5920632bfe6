import { useParams } from '@tanstack/react-router';
import { BackLink } from '../../../components/back-link.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { payouts } from '../../../texts/payouts.ts';
import { tiersTrial as t } from '../../../texts/tiers-trial.ts';
import { TiersTrial } from './tiers-trial.tsx';

/** Tries other tiers of a campaign, for finance, who do not see the campaign's own page. */
export function TrialPage() {
  const { campaignId } = useParams({ from: '/payouts/trial/$campaignId' });
  const id = Number(campaignId);
  return (
    <>
      <PageHeader
        back={<BackLink to="/payouts/new" search={{ campaign: id }} label={payouts.preview.title} />}
        title={t.tab}
      />
      <TiersTrial campaignId={id} />
    </>
  );
}
