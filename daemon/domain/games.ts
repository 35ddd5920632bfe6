import { fieldFault } from '../contract/field-faults.ts';
import { AppError } from '../contract/refusals.ts';

/** The games that a campaign covers or that a person is limited to; null for all games. */
export type Games = readonly string[] | null;

/** Reads games from their stored form, a JSON array. */
export const parseGames = (text: string | null): Games => (text === null ? null : (JSON.parse(text) as string[]));

/** Returns the stored form. */
export const gamesText = (games: Games): string | null => (games === null ? null : JSON.stringify(games));

/** Returns whether a campaign covers a game. `''`, for a key that is not limited to a game, is always covered. */
export const coversGame = (games: Games, gameId: string): boolean =>
  games === null || gameId === '' || games.includes(gameId);

/** Returns games for a response. */
export const gamesOut = (text: string | null): string[] | null => {
  const games = parseGames(text);
  return games && [...games];
};

/**
 * Returns the games that a list or figure covers: the requested one, or those that the person is limited to. Throws
 * `forbidden` for another game.
 */
export function askedGames(gameId: string | undefined, limit: Games): Games {
  if (gameId === undefined) return limit;
  if (limit !== null && !limit.includes(gameId)) throw new AppError({ code: 'forbidden', detail: OTHER_GAME });
  return [gameId];
}

const OTHER_GAME = 'Your account is limited to other games.';

/** Returns whether all of these games are among those that a person is limited to. */
export const isWithin = (games: Games, limit: Games): boolean =>
  limit === null || (games?.every((game) => limit.includes(game)) ?? false);

/** Throws if a campaign would cover games other than those that the person who saves it is limited to. */
export function refuseOtherGames(games: Games, limit: Games, at: string[] = ['games']): void {
  if (isWithin(games, limit)) return;
  throw new AppError({ code: 'invalid_request', errors: [fieldFault('', at, 'not_your_games')] });
}
