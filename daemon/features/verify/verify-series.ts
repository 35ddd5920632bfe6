import { sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { type Difference, quarterOf } from './verify-store.ts';

const column = (name: string) => sql.raw(name);

/** Compares the counts of events with the stored events. Removed events are counted in a separate slot. */
export async function seriesFaults({ db }: Handle): Promise<Difference[]> {
  const type = sql`game_id, event_type, event_sub_type`;
  const parts = sql`
    select ${type}, hour, events as stored, 0 as computed from sdk_event_hours where slot >= 0
    union all select ${type}, ${column(quarterOf('created_at'))}, 0, 1 from sdk_events`;
  const total = (name: string) => sql<string>`cast(sum(${column(name)}) as text)`;
  const rows = await db
    .select({
      game_id: sql<string>`game_id`,
      event_type: sql<string>`event_type`,
      event_sub_type: sql<string>`event_sub_type`,
      hour: sql<number>`hour`,
      stored: total('stored'),
      computed: total('computed'),
    })
    .from(sql`(${parts}) as parts`)
    .groupBy(type, sql`hour`)
    .having(sql`sum(stored) <> sum(computed)`);
  return rows.map(({ game_id, event_type, event_sub_type, hour, stored, computed }) => ({
    table: 'sdk_event_hours',
    key: `${game_id} ${event_type} ${event_sub_type} ${hourText(hour)}`,
    stored,
    computed,
  }));
}

const hourText = (hour: unknown) => new Date(Number(hour)).toISOString();
