import { eq } from 'drizzle-orm';
import type { Handle, Tables } from '../../db/database.ts';
import { forUpdate } from '../../db/query/locking.ts';
import { nextVersion } from '../../db/query/next-version.ts';
import { ORGANISATION_ID } from '../../db/seed.ts';

type NewOrganisation = Tables['organisation']['$inferInsert'];
/** A change to settings; the setup token and the secret are not settings. */
export type OrganisationChange = Partial<Omit<NewOrganisation, 'version' | 'setup_token_hash' | 'made_secret'>>;
type OrganisationColumns = Tables['organisation']['$inferSelect'];
export interface Organisation extends OrganisationColumns {
  /** The content of the organisation's commission terms. */
  tiers: string;
}

export async function getOrganisation({ db, t }: Handle): Promise<Organisation> {
  const [row] = await db
    .select({ organisation: t.organisation, tiers: t.commission_terms.content })
    .from(t.organisation)
    .innerJoin(t.commission_terms, eq(t.commission_terms.terms_id, t.organisation.terms_id))
    .where(eq(t.organisation.organisation_id, ORGANISATION_ID));
  if (!row) throw new Error('The row of the organisation is missing');
  return { ...row.organisation, tiers: row.tiers };
}

/** Returns the settings, locked until the transaction ends. */
export async function getOrganisationForUpdate(handle: Handle): Promise<Organisation> {
  const { organisation_id } = handle.t.organisation;
  const query = handle.db.select({ organisation_id }).from(handle.t.organisation);
  await forUpdate(handle, query.where(eq(organisation_id, ORGANISATION_ID)));
  return getOrganisation(handle);
}

export async function updateOrganisation({ db, t }: Handle, set: OrganisationChange): Promise<void> {
  await db
    .update(t.organisation)
    .set({ ...set, version: nextVersion(t.organisation.version) })
    .where(eq(t.organisation.organisation_id, ORGANISATION_ID));
}

/** Stores the setup token without increasing the version, because the token is not a setting. */
export async function updateSetupToken({ db, t }: Handle, setup_token_hash: string | null): Promise<void> {
  await db.update(t.organisation).set({ setup_token_hash }).where(eq(t.organisation.organisation_id, ORGANISATION_ID));
}

/**
 * Returns whether a payment or an exchange rate exists. If so, the currency and its decimal places can no longer
 * change.
 */
export const isCurrencyFrozen = async (handle: Handle): Promise<boolean> =>
  (await hasPayments(handle)) || (await hasRates(handle));

async function hasPayments({ db, t }: Handle): Promise<boolean> {
  const [row] = await db.select({ payment_id: t.payments.payment_id }).from(t.payments).limit(1);
  return row !== undefined;
}

export async function hasRates({ db, t: { exchange_rates: r } }: Handle): Promise<boolean> {
  return (await db.select({ rate_id: r.rate_id }).from(r).limit(1)).length > 0;
}
