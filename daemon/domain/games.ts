/** The games that a campaign covers; null for all games. */
export type Games = readonly string[] | null;

/** Reads games from their stored form, a JSON array. */
export const parseGames = (text: string | null): Games => (text === null ? null : (JSON.parse(text) as string[]));

/** Returns the stored form. */
export const gamesText = (games: Games): string | null => (games === null ? null : JSON.stringify(games));

/** Whether a campaign covers a game. A key that is not bound to a game (`''`) may use every campaign. */
export const coversGame = (games: Games, gameId: string): boolean =>
  games === null || gameId === '' || games.includes(gameId);

/** Returns games for a response. */
export const gamesOut = (text: string | null): string[] | null => {
  const games = parseGames(text);
  return games && [...games];
};
