import { FIGURE_LIMITS } from '../../domain/events/figure-limits.ts';
import type { EventActivity } from '../../event-log/event-log.ts';
import { compare } from '../../lib/compare.ts';

/** Counts sessions and people, and the events of each. */
export function createActivity() {
  const sessions = new Map<string, number>();
  const users = new Map<string, number>();
  const addTo = (counts: Map<string, number>, key: string, events: number) =>
    counts.set(key, (counts.get(key) ?? 0) + events);
  return {
    add({ session_id, person, events }: { session_id: string; person: string | null; events: number }): void {
      addTo(sessions, session_id, events);
      if (person !== null) addTo(users, person, events);
    },
    result: (): EventActivity => ({
      sessions: sessions.size,
      users: users.size,
      by_session: mostOf(sessions).map(([session_id, events]) => ({ session_id, events })),
      by_user: mostOf(users).map(([user_id, events]) => ({ user_id, events })),
    }),
  };
}

/** Returns the entries with the largest counts. One pass is enough, because few entries are returned. */
function mostOf(counts: ReadonlyMap<string, number>): [string, number][] {
  let most: [string, number][] = [];
  const inOrder = () => most.sort(([a, x], [b, y]) => y - x || compare(a, b)).slice(0, FIGURE_LIMITS.busiest);
  let least = 0;
  for (const entry of counts) {
    if (entry[1] < least) continue;
    most.push(entry);
    if (most.length < 2 * FIGURE_LIMITS.busiest) continue;
    most = inOrder();
    least = most.at(-1)?.[1] ?? 0;
  }
  return inOrder();
}
