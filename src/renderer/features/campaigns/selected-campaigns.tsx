import { Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../client/ask.ts';
import { type Campaign, type CampaignMove, moveCampaign, movesOf } from '../../client/campaigns.ts';
import { type Unchanged, useChangeEach } from '../../client/change-each.ts';
import { type RowSelection, SelectionBar, Some } from '../../components/row-selection.tsx';
import { changedTags, TagsDialog } from '../../components/tags-dialog.tsx';
import { confirmFirst } from '../../lib/confirm.ts';
import { campaigns } from '../../texts/campaigns.ts';
import { selection as texts } from '../../texts/selection.ts';
import { texts as all } from '../../texts/texts.ts';
import { GamesDialog } from './games-dialog.tsx';

const t = texts.campaigns;
const MOVES: CampaignMove[] = ['publish', 'pause', 'archive', 'restore'];

/** Changes the stage, the games or the tags of the selected campaigns that allow the change. */
export function SelectedCampaigns({ selection: { rows, clear } }: { selection: RowSelection<Campaign> }) {
  const queries = useQueryClient();
  const [dialog, setDialog] = useState<'games' | 'tags' | null>(null);
  const [unchanged, setUnchanged] = useState<Unchanged<Campaign>[]>([]);
  const each = useChangeEach<Campaign>((left) => {
    setUnchanged(left);
    setDialog(null);
    void queries.invalidateQueries({ queryKey: ['campaigns'] });
    if (left.length === 0) clear();
  });
  const start = async (move: CampaignMove, some: Campaign[]) => {
    const children = (
      <Stack gap="xs">
        <Text size="sm">{t.text[move](some.length)}</Text>
        <Some lines={some.map(({ name }) => name)} />
      </Stack>
    );
    const question = { title: t.title[move](some.length), children, cancel: all.common.cancel };
    const isConfirmed = await confirmFirst({
      ...question,
      confirm: campaigns.moves.labels[move],
      isDangerous: move === 'archive',
    });
    if (isConfirmed) each.mutate({ rows: some, change: (campaign) => moveCampaign(campaign, move) });
  };
  const open = rows.filter(({ status }) => status !== 'archived');
  const change = (some: Campaign[], fieldsOf: (campaign: Campaign) => Partial<Pick<Campaign, 'games' | 'tags'>>) =>
    each.mutate({
      rows: some,
      change: (campaign) => {
        const { campaign_id, version } = campaign;
        return ask('changeCampaign', { params: { campaign_id }, body: { ...fieldsOf(campaign), version } });
      },
    });
  const form = { isBusy: each.isPending, onClose: () => setDialog(null) };
  return (
    <SelectionBar
      count={rows.length}
      onClear={clear}
      unchanged={unchanged.map(({ row, reason }) => ({ name: row.name, reason }))}
    >
      {MOVES.map((move) => {
        const some = rows.filter((campaign) => movesOf(campaign).includes(move));
        return (
          some.length > 0 && (
            <Button
              key={move}
              size="xs"
              variant="default"
              disabled={each.isPending}
              onClick={() => void start(move, some)}
            >
              {t.button[move](some.length)}
            </Button>
          )
        );
      })}
      {open.length > 0 && (
        <Button size="xs" variant="default" disabled={each.isPending} onClick={() => setDialog('games')}>
          {t.games.button}
        </Button>
      )}
      <Button size="xs" variant="default" disabled={each.isPending} onClick={() => setDialog('tags')}>
        {t.tags.button}
      </Button>
      {dialog === 'games' && (
        <GamesDialog {...form} count={open.length} onSubmit={(games) => change(open, () => ({ games }))} />
      )}
      {dialog === 'tags' && (
        <TagsDialog
          {...form}
          title={t.tags.title(rows.length)}
          of="campaigns"
          rows={rows}
          onSubmit={(asked) => change(rows, ({ tags }) => ({ tags: changedTags(tags, asked) }))}
        />
      )}
    </SelectionBar>
  );
}
