import { and, eq } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';

export interface CommissionTier {
  min_revenue: number;
  percent: number;
}

/** Tiers for a campaign or the organisation, or one fixed percentage for a creator. */
export type TermsKind = 'tiers' | 'fixed';

/** Returns the same text for equal tiers, even if their fields are in a different order. */
export const tiersContent = (tiers: readonly CommissionTier[]) =>
  JSON.stringify(tiers.map(({ min_revenue, percent }) => ({ min_revenue, percent })));
export const parseTiers = (content: string) => JSON.parse(content) as CommissionTier[];

export const fixedContent = (percent: number) => JSON.stringify(percent);
export const parseFixed = (content: string) => JSON.parse(content) as number;

/** Finds the row of terms with this content, or creates it. Equal terms always share one row. */
export async function findOrMakeTerms(handle: Handle, kind: TermsKind, content: string, now: number): Promise<number> {
  const found = await findTerms(handle, kind, content);
  if (found !== undefined) return found;
  const { db, t } = handle;
  await db.insert(t.commission_terms).values({ kind, content, created_at: now }).onConflictDoNothing();
  const made = await findTerms(handle, kind, content);
  if (made === undefined) throw new Error('Commission terms were neither found nor created');
  return made;
}

async function findTerms({ db, t }: Handle, kind: TermsKind, content: string): Promise<number | undefined> {
  const [row] = await db
    .select({ terms_id: t.commission_terms.terms_id })
    .from(t.commission_terms)
    .where(and(eq(t.commission_terms.kind, kind), eq(t.commission_terms.content, content)));
  return row?.terms_id;
}
