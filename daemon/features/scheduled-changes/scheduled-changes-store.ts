import { and, asc, desc, eq, gte, lt, lte, ne, not, sql } from 'drizzle-orm';
import type { Handle, Tables } from '../../db/database.ts';
import { countRows, offsetOf, type PageQuery } from '../../db/query/listing.ts';
import { forUpdate } from '../../db/query/locking.ts';
import { campaignWithin, coversGame } from '../../db/query/within-games.ts';
import type { Games } from '../../domain/games.ts';

type Columns = Tables['scheduled_changes']['$inferSelect'];
export type NewScheduledChange = Tables['scheduled_changes']['$inferInsert'];
export interface ScheduledChangeRow extends Columns {
  campaign_name: string;
  staff_name: string;
}

export interface ScheduledChangeQuery extends PageQuery {
  campaign_id?: number | undefined;
  batch_id?: number | undefined;
  status?: Columns['status'] | undefined;
  /** The games that the caller is limited to; null if the caller is not limited. */
  games: Games;
}

export interface ChangeSpan {
  from: number;
  /** Exclusive. */
  to: number;
  games: Games;
  /** Only campaigns that cover this game. */
  game_id?: string | undefined;
  most: number;
}

/** Lists the changes due within a span, except cancelled ones, earliest first. */
export async function listChangesWithin(handle: Handle, { from, to, games, game_id, most }: ChangeSpan) {
  const { scheduled_changes: s } = handle.t;
  const isWithin = and(gte(s.due_at, from), lt(s.due_at, to), ne(s.status, 'cancelled'));
  const rows = await selectChanges(handle)
    .where(
      and(
        isWithin,
        campaignWithin(handle, games, s.campaign_id),
        game_id === undefined ? undefined : coversGame(handle, game_id),
      ),
    )
    .orderBy(asc(s.due_at), asc(s.change_id))
    .limit(most);
  return rows.map(rowOf);
}

/** The maximum number of due changes that the job finds at once; its next check finds the rest. */
const MOST_DUE = 100;

const selectChanges = ({ db, t: { scheduled_changes: s, campaigns, staff } }: Handle) =>
  db
    .select({ change: s, campaign_name: campaigns.name, staff_name: staff.name })
    .from(s)
    .innerJoin(campaigns, eq(campaigns.campaign_id, s.campaign_id))
    .innerJoin(staff, eq(staff.staff_id, s.staff_id));

export async function listChangeRows(handle: Handle, query: ScheduledChangeQuery) {
  const { scheduled_changes: s } = handle.t;
  const where = and(
    query.campaign_id === undefined ? undefined : eq(s.campaign_id, query.campaign_id),
    query.batch_id === undefined ? undefined : eq(s.batch_id, query.batch_id),
    query.status === undefined ? undefined : eq(s.status, query.status),
    campaignWithin(handle, query.games, s.campaign_id),
  );
  const rows = await selectChanges(handle)
    .where(where)
    .orderBy(desc(s.due_at), desc(s.change_id))
    .limit(query.page_size)
    .offset(offsetOf(query));
  return { rows: rows.map(rowOf), total: await countRows(handle, s, where) };
}

const rowOf = ({ change, ...names }: { change: Columns; campaign_name: string; staff_name: string }) => ({
  ...change,
  ...names,
});

export async function findChange(handle: Handle, changeId: number): Promise<ScheduledChangeRow | null> {
  const [row] = await selectChanges(handle).where(eq(handle.t.scheduled_changes.change_id, changeId));
  return row ? rowOf(row) : null;
}

/** Returns the change, locked until the transaction ends. */
export async function findChangeForUpdate(handle: Handle, changeId: number): Promise<ScheduledChangeRow | null> {
  const { change_id } = handle.t.scheduled_changes;
  await forUpdate(
    handle,
    handle.db.select({ change_id }).from(handle.t.scheduled_changes).where(eq(change_id, changeId)),
  );
  return findChange(handle, changeId);
}

/**
 * Lists each campaign's oldest due change that has not been made. If later changes were listed too, two daemons could
 * make a campaign's changes in the wrong order.
 */
export function listDue({ db, t: { scheduled_changes: s } }: Handle, now: number) {
  const isOlder = sql`(earlier.due_at, earlier.change_id) < (${s.due_at}, ${s.change_id})`;
  const hasEarlier = sql`exists (select 1 from ${s} earlier
    where earlier.status = 'waiting' and earlier.campaign_id = ${s.campaign_id} and ${isOlder})`;
  return db
    .select({ change_id: s.change_id, due_at: s.due_at })
    .from(s)
    .where(and(eq(s.status, 'waiting'), lte(s.due_at, now), not(hasEarlier)))
    .orderBy(asc(s.due_at), asc(s.change_id))
    .limit(MOST_DUE);
}

export async function insertChange({ db, t }: Handle, change: NewScheduledChange): Promise<number> {
  const { change_id } = t.scheduled_changes;
  const [row] = await db.insert(t.scheduled_changes).values(change).returning({ change_id });
  if (!row) throw new Error('The insert of a scheduled change returned no row');
  return row.change_id;
}

export async function finishChange(
  { db, t: { scheduled_changes: s } }: Handle,
  changeId: number,
  set: Pick<Columns, 'status' | 'finished_at'> & { reason?: string },
): Promise<void> {
  await db.update(s).set(set).where(eq(s.change_id, changeId));
}
