import type { Routes } from '../../contract/route.ts';
import { type GameEventDeps, takeGameEvents } from './take-game-events.ts';

/** One path for payments and for the events of the SDK. */
export function gameEventRoutes(deps: GameEventDeps): Pick<Routes, 'gameEvent'> {
  return { gameEvent: ({ body, principal, now }) => takeGameEvents(deps, body, principal, now) };
}
