import { AppError } from '../../contract/refusals.ts';
import type { Database } from '../../db/database.ts';
import type { Games } from '../../domain/games.ts';
import { isFound, TARGETS } from './game-access-store.ts';

type Named = Record<string, number | string | undefined>;

/**
 * Refuses a request from a person limited to some games if a path or query parameter names an object outside these
 * games. The response is the same as for an unknown object, so it does not reveal that the object exists.
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
