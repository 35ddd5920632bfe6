import { formatList } from '../lib/format.ts';
import { texts } from '../texts/texts.ts';

const GAME_ID = /^[A-Za-z0-9_]{1,64}$/;

/** Returns a fault if a game ID is invalid; null if all are valid. */
export const gamesFault = (games: readonly string[]): string | null =>
  games.every((game) => GAME_ID.test(game)) ? null : texts.common.games.wrong;

/** Returns the games as text for a screen. */
export const describeGames = (games: readonly string[] | null): string =>
  games === null ? texts.common.games.all : formatList(games);

/** Returns games in the format of the API. An empty choice means all games. */
export const toGames = (games: readonly string[]): string[] | null => (games.length === 0 ? null : games.toSorted());
