import { and, desc, eq, inArray, isNull, lt, max } from 'drizzle-orm';
import type { Handle, Tables } from '../../db/database.ts';
import { type KeysetPage, numbersOfCursor, pageOf } from '../../db/query/keyset.ts';
import { campaignWithin } from '../../db/query/within-games.ts';
import type { Games } from '../../domain/games.ts';
import type { Decision } from './creator-code-rules.ts';

type NewDecision = Omit<Tables['creator_code_decisions']['$inferInsert'], 'decision_id' | 'code_id'>;

/** Inserts one decision for each of the codes. */
export async function insertDecisions({ db, t }: Handle, codeIds: readonly number[], made: NewDecision): Promise<void> {
  if (codeIds.length === 0) return;
  await db.insert(t.creator_code_decisions).values(codeIds.map((code_id) => ({ ...made, code_id })));
}

/** Marks the last decision on each of the codes as undone. */
export async function undoLastDecisions({ db, t }: Handle, codeIds: readonly number[], now: number): Promise<void> {
  const { creator_code_decisions: d } = t;
  const last = await db
    .select({ decision_id: max(d.decision_id) })
    .from(d)
    .where(and(inArray(d.code_id, [...codeIds]), isNull(d.undone_at)))
    .groupBy(d.code_id);
  const ids = last.map(({ decision_id }) => Number(decision_id));
  if (ids.length > 0) await db.update(d).set({ undone_at: now }).where(inArray(d.decision_id, ids));
}

export interface DecisionQuery {
  cursor?: string | undefined;
  limit: number;
  decision?: Decision | undefined;
  staff_id?: number | undefined;
  creator_id?: string | undefined;
  /** The games that the caller is limited to; null if the caller is not limited. */
  games?: Games | undefined;
}

export interface DecisionRow {
  decision_id: number;
  code_id: number;
  code: string;
  creator_id: string;
  display_name: string | null;
  decision: Decision;
  reason: string | null;
  staff_id: number | null;
  /** The name of the member of staff, even if they were removed later; null for a program. */
  staff_name: string | null;
  decided_at: number;
  undone_at: number | null;
}

/** Lists decisions newest first. */
export async function listDecisionRows(handle: Handle, query: DecisionQuery): Promise<KeysetPage<DecisionRow>> {
  const { db, t } = handle;
  const { creator_code_decisions: d, codes, creators, staff } = t;
  const [before] = numbersOfCursor(query.cursor, 1) ?? [];
  const ofCreator = (creatorId: string) =>
    db.select({ code_id: codes.code_id }).from(codes).where(eq(codes.creator_id, creatorId));
  const rows = await db
    .select({
      decision_id: d.decision_id,
      code_id: d.code_id,
      code: codes.code,
      creator_id: codes.creator_id,
      display_name: creators.display_name,
      decision: d.decision,
      reason: d.reason,
      staff_id: d.staff_id,
      staff_name: staff.name,
      decided_at: d.decided_at,
      undone_at: d.undone_at,
    })
    .from(d)
    .innerJoin(codes, eq(codes.code_id, d.code_id))
    .leftJoin(creators, eq(creators.creator_id, codes.creator_id))
    .leftJoin(staff, eq(staff.staff_id, d.staff_id))
    .where(
      and(
        before === undefined ? undefined : lt(d.decision_id, before),
        campaignWithin(handle, query.games ?? null, codes.campaign_id),
        query.decision ? eq(d.decision, query.decision) : undefined,
        query.staff_id ? eq(d.staff_id, query.staff_id) : undefined,
        query.creator_id === undefined ? undefined : inArray(d.code_id, ofCreator(query.creator_id)),
      ),
    )
    .orderBy(desc(d.decision_id))
    .limit(query.limit + 1);
  return pageOf(rows as DecisionRow[], query.limit, (row) => [row.decision_id]);
}
