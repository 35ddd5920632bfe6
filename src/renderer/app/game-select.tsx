import { Select } from '@mantine/core';
import { useGames } from '../client/game.ts';
import { texts } from '../texts/texts.ts';

const t = texts.common.games;
const ALL = '';

export function GameSelect() {
  const { games, game, choose } = useGames();
  return (
    <Select
      size="xs"
      aria-label={t.switch}
      data={[{ value: ALL, label: t.all }, ...games]}
      value={game ?? ALL}
      onChange={(chosen) => choose(chosen || null)}
      allowDeselect={false}
    />
  );
}
