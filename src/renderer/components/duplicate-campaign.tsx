import { useMay } from '../client/session.ts';
import { campaigns } from '../texts/campaigns.ts';
import { IconCopy } from './first-icons.tsx';
import { MenuLink } from './menu-link.tsx';

/** The menu item that creates a campaign with the settings of another one. */
export function DuplicateCampaign({ campaignId }: { campaignId: number }) {
  if (!useMay()('createCampaign')) return null;
  return (
    <MenuLink to="/campaigns/new" search={{ from: campaignId }} leftSection={<IconCopy size={16} />}>
      {campaigns.page.duplicate}
    </MenuLink>
  );
}
