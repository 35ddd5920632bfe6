import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconArchive, IconDotsVertical, IconPlayerPause, IconPlayerPlay, IconRocket } from '@tabler/icons-react';
import type { ReactNode } from 'react';
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
  const start = (campaign: Campaign, move: CampaignMove) => {
    if (move !== 'archive') return mutate({ campaign, move });
    modals.openConfirmModal({
      title: `Archive “${campaign.name}”?`,
      children: (
        <Text size="sm">
          Its codes stop working for good and it counts no more revenue. An archived campaign cannot be brought back.
        </Text>
      ),
      labels: { confirm: 'Archive', cancel: 'Keep it' },
      confirmProps: { color: 'red' },
      onConfirm: () => mutate({ campaign, move }),
    });
  };
  return { start, isPending };
}

/** As buttons, the likeliest move filled. */
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
        onClick={() => start(campaign, move)}
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
              onClick={() => start(campaign, move)}
            >
              {labelOf(move, campaign)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
