import { and, asc, lt, sql } from 'drizzle-orm';
import type { Step } from './retention-store.ts';

/** Removes the oldest counts of events that did not fit a tracking plan. */
export const dropViolations =
  (before: number): Step =>
  async ({ db, t: { plan_violations: v } }, most) => {
    const { day, game_id, event_type, event_sub_type, field, fault, slot } = v;
    const key = { day, game_id, event_type, event_sub_type, field, fault, slot };
    const old = await db
      .select(key)
      .from(v)
      .where(lt(day, before))
      .orderBy(...Object.values(key).map((column) => asc(column)))
      .limit(most);
    const last = old.at(-1);
    if (!last) return { looked: 0, removed: 0 };
    const columns = sql.join(Object.values(key), sql`, `);
    const values = sql.join(
      Object.values(last).map((value) => sql`${value}`),
      sql`, `,
    );
    const gone = await db
      .delete(v)
      .where(and(lt(day, before), sql`(${columns}) <= (${values})`))
      .returning({ day });
    return { looked: old.length, removed: gone.length };
  };
