import { useParams } from '@tanstack/react-router';
import { useMay } from '../../../client/session.ts';
import { BackLink } from '../../../components/back-link.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { codes } from '../../../texts/codes.ts';
import { payouts } from '../../../texts/payouts.ts';
import { tiersTrial as t } from '../../../texts/tiers-trial.ts';
import { TiersTrial } from './tiers-trial.tsx';

const TIERS = { tab: 'details' };

/**
 * Lets the user try other tiers for a campaign. It is a screen of its own because finance cannot open the campaign's
 * page.
 */
export function TrialPage() {
  const { campaignId } = useParams({ from: '/payouts/trial/$campaignId' });
  const canOpenCampaign = useMay()('getCampaign');
  const id = Number(campaignId);
  return (
    <>
      <PageHeader
        back={
          canOpenCampaign ? (
            <BackLink to="/campaigns/$campaignId" params={{ campaignId }} search={TIERS} label={codes.campaign} />
          ) : (
            <BackLink to="/payouts/new" search={{ campaign: id }} label={payouts.preview.title} />
          )
        }
        title={t.tab}
      />
      <TiersTrial campaignId={id} />
    </>
  );
}
