import { and, asc, eq, gt, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Handle } from '../../db/database.ts';
import { sumText } from '../../db/sums.ts';

/** A figure that does not follow from the rows it is made of. */
export interface Difference {
  table: string;
  key: string;
  stored: string;
  computed: string;
}

const countText = sql<string>`cast(count(*) as text)`;

/** Claims that count: without those whose use was given back. */
export const claimTotals = ({ db, t }: Handle) =>
  db
    .select({ code_id: t.claims.code_id, claims: countText })
    .from(t.claims)
    .where(isNull(t.claims.released_at))
    .groupBy(t.claims.code_id);

export const ledgerTotals = ({ db, t }: Handle) =>
  db
    .select({ code_id: t.accruals.code_id, terms_id: t.accruals.terms_id, revenue: sumText(t.accruals.amount) })
    .from(t.accruals)
    .groupBy(t.accruals.code_id, t.accruals.terms_id);

export const figureTotals = ({ db, t: { code_counters: c } }: Handle) =>
  db
    .select({ code_id: c.code_id, terms_id: c.terms_id, claims: sumText(c.claims), revenue: sumText(c.revenue) })
    .from(c)
    .groupBy(c.code_id, c.terms_id);

export const hourTotals = ({ db, t: { code_hours: h } }: Handle) =>
  db
    .select({ code_id: h.code_id, claims: sumText(h.claims), revenue: sumText(h.revenue) })
    .from(h)
    .groupBy(h.code_id);

const PAGE = 5000;

const refundsOf = (p: Handle['t']['payments']) =>
  sql`select sum(r.amount) from payments r where r.game_id = ${p}.game_id and r.refund_of = ${p}.transaction_id`;

/** Payments that went into counters of redeem-type codes, less their refunds, page by page. */
export async function* countedPayments({ db, t: { payments: p } }: Handle) {
  for (let after = 0; ; ) {
    const page = await db
      .select({
        payment_id: p.payment_id,
        amount: p.amount,
        refunded: sql<string>`cast(coalesce((${refundsOf(p)}), 0) as text)`,
        counted_code_ids: p.counted_code_ids,
      })
      .from(p)
      .where(and(gt(p.payment_id, after), ne(p.counted_code_ids, '[]')))
      .orderBy(asc(p.payment_id))
      .limit(PAGE);
    yield page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.payment_id;
  }
}

/** Codes that carry a limit, with how many claims they have on their rows; a creator's code is limited by its base. */
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
    const computed = (kind === 'creator' ? byCode : byBase).get(code_id) ?? '0';
    if (computed === String(used)) return [];
    return [{ table: 'codes.used', key: `code ${code_id}`, stored: String(used), computed }];
  });
}

/** Reversals stay within what they reverse, keep its terms, and links point to a claim that made them. */
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
    faults.push({ table: 'links', key: `claim ${claim_id}`, stored: 'a link', computed: 'no claim that made it' });
  return faults;
}
