import { Select } from '@mantine/core';
import { useGames } from '../client/game.ts';
import { texts } from '../texts/texts.ts';
import classes from './shell.module.css';

const t = texts.common.games;
const ALL = '';

/** Limits the screens of figures and lists to one game. People with a single game do not need it. */
export function GameSwitch() {
  const { games, game, choose } = useGames();
  if (games.length < 2) return null;
  return (
    <div className={classes.game}>
      <Select
        size="xs"
        aria-label={t.switch}
        data={[{ value: ALL, label: t.all }, ...games]}
        value={game ?? ALL}
        onChange={(chosen) => choose(chosen || null)}
        allowDeselect={false}
      />
    </div>
  );
}
