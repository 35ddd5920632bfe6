import { Suspense } from 'react';
import { useGames } from '../client/game.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import classes from './shell.module.css';

const GameSelect = lazyPart(() => import('./game-select.tsx'), 'GameSelect');

/** Limits figures and lists to one game. The switch is not loaded for people who have only one game. */
export function GameSwitch() {
  const { games } = useGames();
  if (games.length < 2) return null;
  return (
    <div className={classes.game}>
      <Suspense>
        <GameSelect />
      </Suspense>
    </div>
  );
}
