import { Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { bridge } from '../../client/bridge.ts';
import type { Campaign } from '../../client/campaigns.ts';
import { notifySaved } from '../../client/notify.ts';
import { IconDownload } from '../../components/icons.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { fileNameOf } from '../../lib/file-name.ts';
import { campaigns } from '../../texts/campaigns.ts';

const t = campaigns.file;

/** Saves the campaign as a file that another server can import. Bulk codes are included only on request. */
export function SaveCampaign({ campaign: { campaign_id, name } }: { campaign: Campaign }) {
  const save = useMutation({
    mutationFn: async (withBulk: boolean) => {
      const query = withBulk ? { bulk: 'true' as const } : {};
      const fileName = `${fileNameOf(name) || `campaign-${campaign_id}`}.campaign.json`;
      notifySaved(await bridge.saveAnswer(fileName, 'exportCampaign', { params: { campaign_id }, query }));
    },
  });
  return (
    <RowMenu label={t.more(name)} width={280}>
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
