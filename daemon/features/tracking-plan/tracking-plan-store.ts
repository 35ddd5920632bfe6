import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { ViolationFault } from '../../contract/words.ts';
import type { Handle, Tables } from '../../db/database.ts';
import { MAX_TOTAL, offsetOf, type PageQuery, totalOf } from '../../db/query/listing.ts';
import { forUpdate } from '../../db/query/locking.ts';
import { nextVersion } from '../../db/query/next-version.ts';
import { gameWithin } from '../../db/query/within-games.ts';
import type { ViolationCount } from '../../domain/events/plan-violation.ts';
import type { Games } from '../../domain/games.ts';

export type PlanRow = Tables['tracking_plans']['$inferSelect'];

export async function findPlan({ db, t: { tracking_plans: p } }: Handle, gameId: string): Promise<PlanRow | null> {
  const [row] = await db.select().from(p).where(eq(p.game_id, gameId));
  return row ?? null;
}

/** Returns the plan and locks its row; null if the game has none. */
export async function findPlanForUpdate(handle: Handle, gameId: string): Promise<PlanRow | null> {
  const { tracking_plans: p } = handle.t;
  const [row] = await forUpdate(handle, handle.db.select().from(p).where(eq(p.game_id, gameId)));
  return row ?? null;
}

export async function insertPlan({ db, t }: Handle, row: Pick<PlanRow, 'game_id' | 'plan_json' | 'updated_at'>) {
  const [made] = await db.insert(t.tracking_plans).values(row).returning();
  if (!made) throw new Error('The insert of a plan returned no row');
  return made;
}

export async function updatePlan({ db, t }: Handle, { game_id, ...set }: Parameters<typeof insertPlan>[1]) {
  const { tracking_plans: p } = t;
  const [made] = await db
    .update(p)
    .set({ ...set, version: nextVersion(p.version) })
    .where(eq(p.game_id, game_id))
    .returning();
  if (!made) throw new Error('The update of a plan returned no row');
  return made;
}

export async function deletePlan({ db, t: { tracking_plans: p } }: Handle, gameId: string): Promise<void> {
  await db.delete(p).where(eq(p.game_id, gameId));
}

/**
 * Lists the versions and times of plans, which show whether a plan has changed: two plans of a game never have the same
 * version and time.
 */
export const listPlanVersions = ({ db, t: { tracking_plans: p } }: Handle) =>
  db.select({ game_id: p.game_id, version: p.version, updated_at: p.updated_at }).from(p);

/** Adds violations to their counts. The violations must be sorted by key, to avoid deadlocks between transactions. */
export async function addViolations({ db, t: { plan_violations: v } }: Handle, counts: readonly ViolationCount[]) {
  const rows = counts.map(({ gameId, eventType, eventSubType, lastEventId, lastAt, ...count }) => ({
    ...count,
    ...{ game_id: gameId, event_type: eventType, event_sub_type: eventSubType, slot: 0 },
    ...{ last_event_id: lastEventId, last_at: lastAt },
  }));
  const isNewer = sql`excluded.last_at >= ${v.last_at}`;
  await db
    .insert(v)
    .values(rows)
    .onConflictDoUpdate({
      target: [v.day, v.game_id, v.event_type, v.event_sub_type, v.field, v.fault, v.slot],
      set: {
        events: sql`${v.events} + excluded.events`,
        last_event_id: sql`case when ${isNewer} then excluded.last_event_id else ${v.last_event_id} end`,
        last_at: sql`case when ${isNewer} then excluded.last_at else ${v.last_at} end`,
      },
    });
}

export interface ViolationQuery extends PageQuery {
  from: number;
  to: number;
  games: Games;
}

/** Lists the violations in a period, each with its number of events in the period and the newest of them. */
export async function listViolations({ db, t }: Handle, query: ViolationQuery) {
  const { plan_violations: v } = t;
  const { game_id, event_type, event_sub_type, field, fault, last_event_id, last_at } = v;
  const key = [game_id, event_type, event_sub_type, field, fault];
  const of = sql.join(key, sql`, `);
  const where: SQL | undefined = and(gte(v.day, query.from), lt(v.day, query.to), gameWithin(query.games, game_id));
  const sums = db
    .select({
      ...{ game_id, event_type, event_sub_type, field, fault, last_event_id, last_at },
      events: sql<number | string>`sum(${v.events}) over (partition by ${of})`.as('sum_events'),
      place: sql<number | string>`row_number() over (partition by ${of} order by ${last_at} desc, ${last_event_id})`.as(
        'place',
      ),
    })
    .from(v)
    .where(where)
    .as('sums');
  const rows = await db
    .select()
    .from(sums)
    .where(sql`${sums.place} = 1`)
    .orderBy(desc(sums.events), sums.game_id, sums.event_type, sums.event_sub_type, sums.field, sums.fault)
    .limit(query.page_size)
    .offset(offsetOf(query));
  const kinds = db.selectDistinct({ game_id, event_type, event_sub_type, field, fault }).from(v).where(where);
  const total = await totalOf(query, rows, async () => {
    const counted = kinds.limit(MAX_TOTAL).as('kinds');
    const [count] = await db.select({ total: sql<number | string>`count(*)` }).from(counted);
    return Number(count?.total ?? 0);
  });
  return {
    rows: rows.map(({ place: _, fault: word, events, ...row }) => ({
      ...row,
      fault: word as ViolationFault,
      events: Number(events),
    })),
    total,
  };
}
