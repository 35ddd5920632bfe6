import { Button, Menu, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ask } from '../client/ask.ts';
import { type Campaign, type CampaignMove, movesOf, useMoveCampaign } from '../client/campaigns.ts';
import { useMay } from '../client/session.ts';
import { confirmFirst, type Question } from '../lib/confirm.ts';
import { useSettled } from '../lib/settled.ts';
import { campaigns } from '../texts/campaigns.ts';
import { IconArchive, IconPlayerPause, IconPlayerPlay, IconRocket, IconRotateClockwise } from './icons.tsx';
import { Instant } from './instant.tsx';
import { DANGER, RowMenu } from './row-menu.tsx';

const t = campaigns.moves;

const ICONS = {
  publish: IconRocket,
  resume: IconPlayerPlay,
  pause: IconPlayerPause,
  archive: IconArchive,
  restore: IconRotateClockwise,
};

/** Returns the name under which a move is displayed: for a paused campaign, `publish` appears as `resume`. */
const nameOf = (move: CampaignMove, { status }: Campaign) =>
  move === 'publish' && status === 'paused' ? 'resume' : move;
const labelOf = (move: CampaignMove, campaign: Campaign) => t.labels[nameOf(move, campaign)];
const iconOf = (move: CampaignMove, campaign: Campaign) => ICONS[nameOf(move, campaign)];

function useAskedMove() {
  const { mutate, isPending } = useMoveCampaign();
  const start = async (campaign: Campaign, move: CampaignMove) => {
    if (await confirmFirst(questionOf(campaign, move))) mutate({ campaign, move });
  };
  return { start, isPending };
}

const questionOf = (campaign: Campaign, move: CampaignMove): Question => ({
  ...t.questions[nameOf(move, campaign)],
  isDangerous: move === 'archive',
  children: (
    <Stack gap="xs">
      <Text size="sm" fw={600} lineClamp={2} title={campaign.name} style={{ overflowWrap: 'anywhere' }}>
        <bdi>{campaign.name}</bdi>
      </Text>
      {move === 'publish' && <WhatIsPublished campaign={campaign} />}
      {move === 'pause' && <Text size="sm">{t.pauseText}</Text>}
      {move === 'archive' && <Text size="sm">{t.archiveText}</Text>}
      {move === 'restore' && <Text size="sm">{t.restoreText}</Text>}
    </Stack>
  ),
});

/** Shows what publishing does for players: the period, and the number of codes. */
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
        {isRunning ? (
          <>
            {t.fromNow[0]} <Instant at={ends_at} /> {t.fromNow[1]}
          </>
        ) : (
          <>
            {t.from[0]} <Instant at={starts_at} /> {t.from[1]} <Instant at={ends_at} /> {t.from[2]}
          </>
        )}
      </Text>
      {data?.total === 0 ? (
        <Text size="sm" c="red">
          {t.noCodes}
        </Text>
      ) : (
        <Text size="sm">{data ? t.codes(data.total) : isError ? t.unknown : '…'}</Text>
      )}
    </>
  );
}

/** Shows the possible moves as buttons. The most likely one is filled. */
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
        leftSection={<Icon size={16} />}
        onClick={() => isSettled && void start(campaign, move)}
        aria-disabled={!isSettled}
        disabled={isPending}
      >
        {labelOf(move, campaign)}
      </Button>
    );
  });
}

/** Shows the possible moves in the menu of a row, after the items in `children`. */
export function CampaignMenu({ campaign, children }: { campaign: Campaign; children: ReactNode }) {
  const { start } = useAskedMove();
  const may = useMay();
  if (!may('publishCampaign')) return null;
  return (
    <RowMenu label={t.actionsFor(campaign.name)} width={180}>
      {children}
      {movesOf(campaign).map((move) => {
        const Icon = iconOf(move, campaign);
        return (
          <Menu.Item
            key={move}
            leftSection={<Icon size={16} />}
            color={move === 'archive' ? DANGER : undefined}
            onClick={() => void start(campaign, move)}
          >
            {labelOf(move, campaign)}
          </Menu.Item>
        );
      })}
    </RowMenu>
  );
}
