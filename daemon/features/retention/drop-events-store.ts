import { and, asc, gte, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { startOfQuarter } from '../../lib/clock.ts';
import type { Step } from './retention-store.ts';

/** Daemons use slots from 0 upwards. This slot contains the counts of removed events. */
const GONE_SLOT = -1;
const LIVE_SLOT = 0;

export interface OldEvents {
  /** Defaults to the oldest event. */
  from?: number;
  before: number;
  /**
   * Returns whether the events may be removed. It is called in the transaction that removes them, after they were
   * found.
   */
  mayGo?: (handle: Handle) => Promise<boolean>;
}

/**
 * Removes the oldest events first. Their counts move to slot -1, because the sum of the daemons' slots must equal the
 * number of stored events. `verify` therefore finds no difference after any step, even if late events arrive.
 */
export const dropEvents =
  ({ from, before, mayGo }: OldEvents): Step =>
  async (handle, most) => {
    const { db, t } = handle;
    const { sdk_events: e } = t;
    const { event_id, created_at, game_id, event_type, event_sub_type } = e;
    const found = await db
      .select({ event_id, created_at })
      .from(e)
      .where(and(from === undefined ? undefined : gte(created_at, from), lt(created_at, before)))
      .orderBy(asc(created_at), asc(event_id))
      .limit(most);
    const [first, last] = [found[0], found.at(-1)];
    if (!first || !last || (mayGo && !(await mayGo(handle)))) return { looked: 0, removed: 0 };
    const ids = found.map((row) => row.event_id);
    const gone = await db
      .delete(e)
      .where(and(inArray(event_id, ids), gte(created_at, first.created_at), lte(created_at, last.created_at)))
      .returning({ created_at, game_id, event_type, event_sub_type });
    await moveCounts(handle, gone);
    return { looked: found.length, removed: gone.length };
  };

interface Gone {
  created_at: number;
  game_id: string;
  event_type: string;
  event_sub_type: string;
}

async function moveCounts({ db, t: { sdk_event_hours: h } }: Handle, gone: readonly Gone[]): Promise<void> {
  const counts = new Map<string, typeof h.$inferInsert>();
  for (const { created_at, ...type } of gone) {
    const hour = startOfQuarter(created_at);
    const key = JSON.stringify([hour, type.game_id, type.event_type, type.event_sub_type]);
    const count = counts.get(key) ?? { ...type, hour, slot: GONE_SLOT, events: 0 };
    count.events += 1;
    counts.set(key, count);
  }
  if (counts.size === 0) return;
  // Sorted by key, to avoid deadlocks with other transactions.
  const moved = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
  await db
    .insert(h)
    .values(moved.flatMap((count) => [count, { ...count, slot: LIVE_SLOT, events: -count.events }]))
    .onConflictDoUpdate({
      target: [h.hour, h.game_id, h.event_type, h.event_sub_type, h.slot],
      set: { events: sql`${h.events} + excluded.events` },
    });
}
