import { queryOptions, useQuery } from '@tanstack/react-query';
import { createStore, useStore } from '../lib/store.ts';
import { ask } from './ask.ts';
import { personKey } from './person-key.ts';
import { useSession } from './session.ts';

const FRESH_MS = 300_000;

const gamesQuery = queryOptions({
  queryKey: ['games'],
  queryFn: async () => (await ask('listGames', {})).data.map(({ game_id }) => game_id),
  staleTime: FRESH_MS,
});

const keyOf = (staffId: number) => personKey('game', staffId);

/** Increased by each choice, so that components read the stored game again. */
const choices = createStore(0);

/** Returns the games to choose from, and the chosen one; undefined means all games. */
export function useGames() {
  const { staff_id } = useSession().session.staff;
  const { data: games = [] } = useQuery(gamesQuery);
  useStore(choices);
  const stored = localStorage.getItem(keyOf(staff_id));
  return {
    games,
    game: games.find((known) => known === stored),
    choose(game: string | null) {
      if (game === null) localStorage.removeItem(keyOf(staff_id));
      else localStorage.setItem(keyOf(staff_id), game);
      choices.set(choices.get() + 1);
    },
  };
}

/** Adds the chosen game to a search that names no other game; the screen then shows no game field. */
export function useInGame<S extends { game?: string }>(search: S): { search: S; hasGameField: boolean } {
  const { game } = useGames();
  if (game === undefined || (search.game ?? game) !== game) return { search, hasGameField: true };
  return { search: { ...search, game }, hasGameField: false };
}
