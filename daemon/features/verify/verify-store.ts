import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Handle } from '../../db/database.ts';
import { sumText } from '../../db/query/sums.ts';
import { usedCounts } from '../../domain/codes/code-kinds.ts';
import { QUARTER_MS } from '../../lib/clock.ts';

/** A figure that differs from the rows behind it. */
export interface Difference {
  table: string;
  key: string;
  stored: string;
  computed: string;
}

/** Returns the SQL for the start of the quarter-hour that contains an instant, even before 1970. */
export const quarterOf = (at: string) => `${at} - (${at} % ${QUARTER_MS} + ${QUARTER_MS}) % ${QUARTER_MS}`;

const countText = sql<string>`cast(count(*) as text)`;

/** Compares `used` of each limited code with its claims. The base code determines the limit of a creator code. */
export async function usedOfLimited({ db, t }: Handle): Promise<Difference[]> {
  const { codes, claims } = t;
  const base = alias(codes, 'base');
  const limited = await db
    .select({ code_id: codes.code_id, kind: codes.kind, used: codes.used })
    .from(codes)
    .leftJoin(base, eq(base.code_id, codes.base_code_id))
    .where(or(isNotNull(codes.usage_limit), isNotNull(base.creator_usage_limit)));
  if (limited.length === 0) return [];
  const count = (id: typeof claims.code_id | typeof claims.base_code_id) =>
    db.select({ id, n: countText }).from(claims).where(isNull(claims.released_at)).groupBy(id);
  const ofCode = await count(claims.code_id);
  const ofBase = await count(claims.base_code_id);
  const byCode = new Map(ofCode.map((row) => [row.id, row.n]));
  const byBase = new Map(ofBase.map((row) => [row.id, row.n]));
  return limited.flatMap(({ code_id, kind, used }) => {
    const computed = (usedCounts(kind) === 'own claims' ? byCode : byBase).get(code_id) ?? '0';
    if (computed === String(used)) return [];
    return [{ table: 'codes.used', key: `code ${code_id}`, stored: String(used), computed }];
  });
}

/** Checks that reversals do not exceed what they reverse, and that links refer to the claim that created them. */
export async function ledgerFaults({ db, t }: Handle): Promise<Difference[]> {
  const { accruals: a, links, claims } = t;
  const reversed = await db
    .select({ accrual_id: a.reverses_accrual_id, taken: sumText(a.amount) })
    .from(a)
    .where(isNotNull(a.reverses_accrual_id))
    .groupBy(a.reverses_accrual_id);
  const faults: Difference[] = [];
  for (const { accrual_id, taken } of reversed) {
    const [original] = await db
      .select({ amount: a.amount })
      .from(a)
      .where(eq(a.accrual_id, Number(accrual_id)));
    if (!original || BigInt(original.amount) + BigInt(taken) < 0n)
      faults.push({
        table: 'accruals',
        key: `reversals of ${accrual_id}`,
        stored: taken,
        computed: `at least -${original?.amount ?? 0}`,
      });
  }
  const strayLinks = await db
    .select({ claim_id: links.claim_id })
    .from(links)
    .leftJoin(claims, and(eq(claims.claim_id, links.claim_id), eq(claims.user_id, links.user_id)))
    .where(sql`${claims.claim_id} is null or not ${claims.linked}`);
  for (const { claim_id } of strayLinks)
    faults.push({ table: 'links', key: `claim ${claim_id}`, stored: 'a link', computed: 'no claim' });
  return faults;
}
