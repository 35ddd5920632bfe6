import { ACTIVITY_OF } from '../../contract/admin/activity.ts';
import { mayCall } from '../../contract/may-call.ts';
import type { Handle } from '../../db/database.ts';
import { parseGames } from '../../domain/games.ts';
import { isFound } from '../game-access/game-access-store.ts';
import { listCurrentStaff } from './changes-store.ts';
import { ID_FIELDS, type Person, type Subject } from './comments-store.ts';

/** Lists the staff who may see an object, sorted by name. */
export async function listColleagues(handle: Handle, { kind, id }: Subject): Promise<Person[]> {
  const field = ID_FIELDS[kind];
  const answers = new Map<string, boolean>();
  const people: Person[] = [];
  for (const { staff_id, name, role, games } of await listCurrentStaff(handle)) {
    const limit = parseGames(games);
    if (!mayCall({ role, games: limit }, ACTIVITY_OF[kind])) continue;
    if (games !== null && field !== 'run_id') {
      const isTheirs = answers.get(games) ?? (await isFound(handle, limit, field, id));
      answers.set(games, isTheirs);
      if (!isTheirs) continue;
    }
    people.push({ staff_id, name });
  }
  return people;
}
