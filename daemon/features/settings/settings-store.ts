import { eq } from 'drizzle-orm';
import type { Handle, Tables } from '../../db/database.ts';
import { forUpdate } from '../../db/query/locking.ts';
import { ORGANISATION_ID } from '../../db/seed.ts';

export type OrganisationChange = Partial<Tables['organisation']['$inferInsert']>;
type OrganisationColumns = Tables['organisation']['$inferSelect'];
export interface Organisation extends OrganisationColumns {
  /** The content of the organisation's terms. */
  tiers: string;
}

export async function getOrganisation({ db, t }: Handle): Promise<Organisation> {
  const [row] = await db
    .select({ organisation: t.organisation, tiers: t.commission_terms.content })
    .from(t.organisation)
    .innerJoin(t.commission_terms, eq(t.commission_terms.terms_id, t.organisation.terms_id))
    .where(eq(t.organisation.organisation_id, ORGANISATION_ID));
  if (!row) throw new Error('The organisation has no row of settings');
  return { ...row.organisation, tiers: row.tiers };
}

/** Locks the settings until the transaction ends, then reads them. */
export async function getOrganisationForUpdate(handle: Handle): Promise<Organisation> {
  const { organisation_id } = handle.t.organisation;
  const query = handle.db.select({ organisation_id }).from(handle.t.organisation);
  await forUpdate(handle, query.where(eq(organisation_id, ORGANISATION_ID)));
  return getOrganisation(handle);
}

export async function updateOrganisation({ db, t }: Handle, set: OrganisationChange): Promise<void> {
  await db.update(t.organisation).set(set).where(eq(t.organisation.organisation_id, ORGANISATION_ID));
}

/** After the first payment, currency and digits cannot change. */
export async function hasPayments({ db, t }: Handle): Promise<boolean> {
  const [row] = await db.select({ payment_id: t.payments.payment_id }).from(t.payments).limit(1);
  return row !== undefined;
}
