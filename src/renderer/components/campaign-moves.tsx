import { ActionIcon, Button, Menu, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconArchive, IconDotsVertical, IconPlayerPause, IconPlayerPlay, IconRocket } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ask } from '../lib/ask.ts';
import { type Campaign, type CampaignMove, movesOf, useMoveCampaign } from '../lib/campaigns.ts';
import { useMay } from '../lib/session.ts';

const ICONS = { publish: IconRocket, resume: IconPlayerPlay, pause: IconPlayerPause, archive: IconArchive };

const labelOf = (move: CampaignMove, { status }: Campaign) =>
  move === 'publish' && status === 'paused'
    ? 'Resume'
    : { publish: 'Publish', pause: 'Pause', archive: 'Archive' }[move];
const iconOf = (move: CampaignMove, { status }: Campaign) =>
  ICONS[move === 'publish' && status === 'paused' ? 'resume' : move];

function useAskedMove() {
  const { mutate, isPending } = useMoveCampaign();
  const start = async (campaign: Campaign, move: CampaignMove) => {
    const go = () => mutate({ campaign, move });
    if (move === 'archive') return askFirst(campaign, ARCHIVING, go);
    if (move === 'publish' && campaign.status === 'draft' && (await hasNoCodes(campaign)))
      return askFirst(campaign, PUBLISHING_EMPTY, go);
    go();
  };
  return { start, isPending };
}

interface Asked {
  title: string;
  text: string;
  confirm: string;
  cancel: string;
  color?: string;
}
const ARCHIVING: Asked = {
  title: 'Archive this campaign?',
  text: 'Its codes stop working for good and it counts no more revenue. You cannot restore an archived campaign.',
  confirm: 'Archive',
  cancel: 'Keep it',
  color: 'red',
};
const PUBLISHING_EMPTY: Asked = {
  title: 'Publish without codes?',
  text: 'This campaign has no codes yet: players have nothing to redeem. You can add codes after publishing, too.',
  confirm: 'Publish anyway',
  cancel: 'Not yet',
};

const askFirst = ({ name }: Campaign, { title, text, confirm, cancel, color }: Asked, onConfirm: () => void) =>
  modals.openConfirmModal({
    title,
    children: (
      <Stack gap="xs">
        <Text size="sm" fw={600} lineClamp={2} title={name} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="sm">{text}</Text>
      </Stack>
    ),
    labels: { confirm, cancel },
    confirmProps: color ? { color } : {},
    onConfirm,
  });

/** False if the number of codes is unknown, so that the dialog does not block the user. */
const hasNoCodes = ({ campaign_id }: Campaign): Promise<boolean> =>
  ask('listCodes', { params: { campaign_id }, query: { page_size: 1 } }).then(
    ({ total }) => total === 0,
    () => false,
  );

/** As buttons; the most likely status change is filled. */
export function CampaignMoveButtons({ campaign }: { campaign: Campaign }) {
  const { start, isPending } = useAskedMove();
  const may = useMay();
  if (!may('publishCampaign')) return null;
  return movesOf(campaign).map((move) => {
    const Icon = iconOf(move, campaign);
    return (
      <Button
        key={move}
        variant={move === 'publish' ? 'filled' : 'default'}
        leftSection={<Icon size={16} aria-hidden />}
        onClick={() => void start(campaign, move)}
        disabled={isPending}
      >
        {labelOf(move, campaign)}
      </Button>
    );
  });
}

/** As a menu in a row of a list; `children` are further items. */
export function CampaignMenu({ campaign, children }: { campaign: Campaign; children: ReactNode }) {
  const { start } = useAskedMove();
  const may = useMay();
  if (!may('publishCampaign')) return null;
  return (
    <Menu position="bottom-end" width={180} withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${campaign.name}`}>
          <IconDotsVertical size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {children}
        {movesOf(campaign).map((move) => {
          const Icon = iconOf(move, campaign);
          return (
            <Menu.Item
              key={move}
              leftSection={<Icon size={16} aria-hidden />}
              color={move === 'archive' ? 'red' : undefined}
              onClick={() => void start(campaign, move)}
            >
              {labelOf(move, campaign)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
