import { Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { bridge } from '../../client/bridge.ts';
import type { Campaign } from '../../client/campaigns.ts';
import { notifySaved } from '../../client/notify.ts';
import { DuplicateCampaign } from '../../components/duplicate-campaign.tsx';
import { IconClockPlay } from '../../components/first-icons.tsx';
import { IconDownload } from '../../components/icons.tsx';
import { MenuLink } from '../../components/menu-link.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { fileNameOf } from '../../lib/file-name.ts';
import { campaigns } from '../../texts/campaigns.ts';
import { scheduledChanges } from '../../texts/scheduled-changes.ts';

const t = campaigns.file;

/**
 * Shows the less frequent actions for a campaign. One of them saves the campaign as a file for import on another
 * server; the file includes bulk codes only on request.
 */
export function CampaignActions({ campaign: { campaign_id, name, status } }: { campaign: Campaign }) {
  const save = useMutation({
    mutationFn: async (withBulk: boolean) => {
      const query = withBulk ? { bulk: 'true' as const } : {};
      const fileName = `${fileNameOf(name) || `campaign-${campaign_id}`}.campaign.json`;
      notifySaved(await bridge.saveAnswer(fileName, 'exportCampaign', { params: { campaign_id }, query }));
    },
  });
  return (
    <RowMenu label={t.more(name)} width={280}>
      <DuplicateCampaign campaignId={campaign_id} />
      {status !== 'archived' && (
        <MenuLink
          to="/campaigns/$campaignId/schedule"
          params={{ campaignId: String(campaign_id) }}
          search={true}
          leftSection={<IconClockPlay size={16} />}
        >
          {scheduledChanges.schedule}
        </MenuLink>
      )}
      <Menu.Label>{t.saveHelp}</Menu.Label>
      <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => save.mutate(false)}>
        {t.save}
      </Menu.Item>
      <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => save.mutate(true)}>
        {t.saveBulk}
      </Menu.Item>
    </RowMenu>
  );
}
