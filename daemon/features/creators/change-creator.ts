import { AppError } from '../../contract/refusals.ts';
import { refuseStale, type VersionRead } from '../../contract/versions.ts';
import type { Database, Handle } from '../../db/database.ts';
import { changesBetween } from '../../domain/audit/field-changes.ts';
import { changedFields } from '../../lib/changed-fields.ts';
import { instantOrNull } from '../../lib/clock.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { findOrMakeTerms, fixedContent } from '../settings/terms-store.ts';
import {
  type CreatorChange,
  type CreatorRow,
  findCreator,
  findCreatorForUpdate,
  updateCreator,
} from './creators-store.ts';
import { notifyOldAddresses } from './notify-old-address.ts';
import { detailsChangedAt } from './payout-details-rules.ts';

export interface CreatorFields extends VersionRead {
  display_name?: string | null | undefined;
  email?: string | null | undefined;
  /** The creator's own percentage, which has priority over tiers; null removes it. */
  commission_percent?: number | null | undefined;
  status?: 'active' | 'suspended' | undefined;
  payout_method?: string | null | undefined;
  payout_address?: string | null | undefined;
  payout_name?: string | null | undefined;
  payout_hold?: string | null | undefined;
  /** Null removes the state of the tax form. */
  tax_form?: { status: string; expires_at: number | null } | null | undefined;
}

export async function changeCreator(
  db: Database,
  staffId: number,
  creatorId: string,
  fields: CreatorFields,
  now: number,
): Promise<CreatorRow> {
  return db.write(async (handle) => {
    const before = found(await findCreatorForUpdate(handle, creatorId));
    refuseStale(before, fields);
    const { commission_percent, tax_form, version: _, ...rest } = fields;
    const terms_id = await termsIdOf(handle, commission_percent, now);
    const taxForm = tax_form !== undefined && {
      tax_form_status: tax_form?.status ?? null,
      tax_form_expires_at: tax_form?.expires_at ?? null,
    };
    const set = changedFields(before, { ...rest, ...taxForm, terms_id });
    if (!set) return before;
    // A new account may belong to someone else, so the name of the previous holder is removed.
    const isOther = set.payout_address !== undefined && fields.payout_name === undefined;
    const holder = isOther ? { payout_name: null } : {};
    return writeCreator(handle, { staffId, action: 'creator.change' }, before, { ...set, ...holder }, now);
  });
}

/** Writes a change to a creator, whose row the caller has locked, and records the change in the audit log. */
export async function writeCreator(
  handle: Handle,
  by: { staffId: number; action: 'creator.change' | 'creator.change_requested' },
  before: CreatorRow,
  set: CreatorChange,
  now: number,
): Promise<CreatorRow> {
  const { creator_id } = before;
  const payout_details_at = detailsChangedAt(before, set, now);
  await updateCreator(handle, creator_id, { ...set, payout_details_at, updated_at: now });
  const after = found(await findCreator(handle, creator_id));
  await notifyOldAddresses(handle, [{ before, email: after.email }], now);
  const changes = changesBetween(auditView(before), auditView(after));
  if (changes) {
    const entry = { ...by, entity: 'creator', entityId: creator_id, ...changes };
    await recordAudit(handle, entry, now);
  }
  return after;
}

/** Returns undefined if the request does not contain a percentage. */
const termsIdOf = async (handle: Handle, percent: number | null | undefined, now: number) =>
  typeof percent === 'number' ? findOrMakeTerms(handle, 'fixed', fixedContent(percent), now) : percent;

/** Returns the creator. @throws `not_found` if there is none */
export function found(creator: CreatorRow | null): CreatorRow {
  if (!creator) throw new AppError('not_found');
  return creator;
}

const auditView = (row: CreatorRow) => ({
  display_name: row.display_name,
  email: row.email,
  commission_percent: row.fixed,
  status: row.status,
  payout_method: row.payout_method,
  payout_address: row.payout_address,
  payout_name: row.payout_name,
  payout_hold: row.payout_hold,
  tax_form_status: row.tax_form_status,
  tax_form_expires_at: instantOrNull(row.tax_form_expires_at),
});
