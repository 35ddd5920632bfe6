import type { Routes } from '../../contract/route.ts';
import { type GameEventDeps, takeGameEvents } from './take-game-events.ts';

/** Payments and SDK events share one path. */
export function gameEventRoutes(deps: GameEventDeps): Pick<Routes, 'gameEvent'> {
  return { gameEvent: ({ body, principal, now }) => takeGameEvents(deps, body, principal, now) };
}
