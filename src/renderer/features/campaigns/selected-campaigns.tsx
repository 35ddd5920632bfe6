import { Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Campaign, type CampaignMove, moveCampaign, movesOf } from '../../client/campaigns.ts';
import { type Unchanged, useChangeEach } from '../../client/change-each.ts';
import { type RowSelection, SelectionBar, Some } from '../../components/row-selection.tsx';
import { confirmFirst } from '../../lib/confirm.ts';
import { campaigns } from '../../texts/campaigns.ts';
import { selection as texts } from '../../texts/selection.ts';
import { texts as all } from '../../texts/texts.ts';

const t = texts.campaigns;
const MOVES: CampaignMove[] = ['publish', 'pause', 'archive'];

/** Changes the status of the selected campaigns, each action for those that it suits. */
export function SelectedCampaigns({ selection: { rows, clear } }: { selection: RowSelection<Campaign> }) {
  const queries = useQueryClient();
  const [unchanged, setUnchanged] = useState<Unchanged<Campaign>[]>([]);
  const each = useChangeEach<Campaign>((left) => {
    setUnchanged(left);
    void queries.invalidateQueries({ queryKey: ['campaigns'] });
    if (left.length === 0) clear();
  });
  const start = async (move: CampaignMove, some: Campaign[]) => {
    const children = (
      <Stack gap="xs">
        <Text size="sm">{t.text[move]}</Text>
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
    </SelectionBar>
  );
}
