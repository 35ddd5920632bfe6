import { and, eq } from 'drizzle-orm';
import type { Database } from './database.ts';

/** The ID of the only row of `organisation`. */
export const ORGANISATION_ID = 1;

/** Writes the organisation's row and its empty terms if they are missing. Several daemons may call it at once. */
export async function seedOrganisation(db: Database, now: number): Promise<void> {
  await db.write(async ({ db, t }) => {
    const [found] = await db.select({ id: t.organisation.organisation_id }).from(t.organisation);
    if (found) return;
    const terms = { kind: 'tiers', content: '[]', created_at: now } as const;
    await db.insert(t.commission_terms).values(terms).onConflictDoNothing();
    const [kept] = await db
      .select({ id: t.commission_terms.terms_id })
      .from(t.commission_terms)
      .where(and(eq(t.commission_terms.kind, terms.kind), eq(t.commission_terms.content, terms.content)));
    if (!kept) throw new Error('The first commission terms could not be stored');
    const organisation = {
      organisation_id: ORGANISATION_ID,
      name: '',
      currency: 'USD',
      currency_digits: 2,
      time_zone: 'UTC',
      terms_id: kept.id,
      creator_code_moderation: 'custom',
      updated_at: now,
    } as const;
    await db.insert(t.organisation).values(organisation).onConflictDoNothing();
  });
}
