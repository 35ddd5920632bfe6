import { ActionIcon, Button, Menu, Stack, Text } from '@mantine/core';
import { IconArchive, IconDotsVertical, IconPlayerPause, IconPlayerPlay, IconRocket } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ask } from '../lib/ask.ts';
import { type Campaign, type CampaignMove, movesOf, useMoveCampaign } from '../lib/campaigns.ts';
import { confirmFirst, type Question } from '../lib/confirm.ts';
import { plural } from '../lib/format.ts';
import { useMay } from '../lib/session.ts';
import { useSettled } from '../lib/settled.ts';
import { Instant } from './instant.tsx';

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
    if (await confirmFirst(questionOf(campaign, move))) mutate({ campaign, move });
  };
  return { start, isPending };
}

const QUESTIONS = {
  publish: { title: 'Publish this campaign?', confirm: 'Publish', cancel: 'Not yet' },
  resume: { title: 'Resume this campaign?', confirm: 'Resume', cancel: 'Not yet' },
  pause: { title: 'Pause this campaign?', confirm: 'Pause', cancel: 'Keep it running' },
  archive: { title: 'Archive this campaign?', confirm: 'Archive', cancel: 'Keep it', isDangerous: true },
};

const questionOf = (campaign: Campaign, move: CampaignMove): Question => ({
  ...QUESTIONS[move === 'publish' && campaign.status === 'paused' ? 'resume' : move],
  children: (
    <Stack gap="xs">
      <Text size="sm" fw={600} lineClamp={2} title={campaign.name} style={{ overflowWrap: 'anywhere' }}>
        {campaign.name}
      </Text>
      {move === 'publish' && <WhatIsPublished campaign={campaign} />}
      {move === 'pause' && (
        <Text size="sm">Players cannot redeem its codes until you resume it. Its revenue goes on counting.</Text>
      )}
      {move === 'archive' && (
        <Text size="sm">
          Its codes stop working for good and it counts no more revenue. You cannot restore an archived campaign.
        </Text>
      )}
    </Stack>
  ),
});

/** What players get by publishing: when, and which codes. */
function WhatIsPublished({ campaign: { campaign_id, starts_at, ends_at } }: { campaign: Campaign }) {
  const { data, isError } = useQuery({
    queryKey: ['codes', 'count', campaign_id],
    queryFn: () => ask('listCodes', { params: { campaign_id }, query: { page_size: 1 } }),
    staleTime: 0,
  });
  const isRunning = Date.parse(starts_at) <= Date.now();
  return (
    <>
      <Text size="sm">
        Players can redeem its codes{' '}
        {isRunning ? (
          'from now on'
        ) : (
          <>
            from <Instant at={starts_at} />
          </>
        )}{' '}
        until <Instant at={ends_at} />.
      </Text>
      {data?.total === 0 ? (
        <Text size="sm" c="red">
          This campaign has no codes yet: players have nothing to redeem. You can add codes after publishing, too.
        </Text>
      ) : (
        <Text size="sm">
          {data ? plural(data.total, 'code') : isError ? 'The number of its codes is not known now.' : '…'}
        </Text>
      )}
    </>
  );
}

/** As buttons; the most likely status change is filled. */
export function CampaignMoveButtons({ campaign }: { campaign: Campaign }) {
  const { start, isPending } = useAskedMove();
  const may = useMay();
  const isSettled = useSettled(campaign.status);
  if (!may('publishCampaign')) return null;
  return movesOf(campaign).map((move) => {
    const Icon = iconOf(move, campaign);
    return (
      <Button
        key={move}
        variant={move === 'publish' ? 'filled' : 'default'}
        leftSection={<Icon size={16} aria-hidden />}
        onClick={() => isSettled && void start(campaign, move)}
        aria-disabled={!isSettled}
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
