import { Suspense } from 'react';
import { useGames } from '../client/game.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import classes from './shell.module.css';

const GameSelect = lazyPart(() => import('./game-select.tsx'), 'GameSelect');

/** Limits the screens of figures and lists to one game. For people with a single game, it is not loaded. */
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
