import { AppError } from '../../contract/refusals.ts';
import type { Database } from '../../db/database.ts';
import type { Games } from '../../domain/games.ts';
import { isFound, TARGETS } from './game-access-store.ts';

type Named = Record<string, number | string | undefined>;

/**
 * Refuses a request of a person who is limited to some games, if a path or query parameter names an object outside
 * them. The object looks unknown, so that the response does not tell that it exists.
 */
export async function refuseForeign(
  db: Database,
  games: Games,
  { params, query }: { params: unknown; query: unknown },
) {
  if (games === null) return;
  const named = { ...(query as Named | undefined), ...(params as Named | undefined) };
  const isForeign = await db.read(async (handle) => {
    for (const target of TARGETS) {
      const id = named[target];
      if (id !== undefined && !(await isFound(handle, games, target, id))) return true;
    }
    return false;
  });
  if (isForeign) throw new AppError('not_found');
}
