import type { Role } from '../../contract/endpoint.ts';

/**
 * Checks whether the role is finance or owner. Only these roles can read payout addresses and account holders, change
 * payout details, and freeze or unfreeze a creator.
 */
export const mayHandlePayouts = (role: Role): boolean => role === 'finance' || role === 'owner';

const PAYOUT_FIELDS = ['payout_method', 'payout_address', 'payout_name', 'payout_hold'] as const;
export type PayoutField = (typeof PAYOUT_FIELDS)[number];

/** Checks whether a change contains a field that only finance and the owner may change. */
export const namesPayoutField = (fields: { [K in PayoutField | 'tax_form']?: unknown }): boolean =>
  [...PAYOUT_FIELDS, 'tax_form' as const].some((name) => fields[name] !== undefined);

export interface DetailChange {
  field: PayoutField;
  before: string | null;
  after: string | null;
}

/** Returns the changes to payout details in one row of the audit log. */
export function detailChanges(before: string | null, after: string | null): DetailChange[] {
  const [was, is] = [before, after].map((text) => (text === null ? {} : JSON.parse(text))) as Record<string, unknown>[];
  const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
  return PAYOUT_FIELDS.filter((name) => is?.[name] !== undefined || was?.[name] !== undefined).map((field) => ({
    field,
    before: textOf(was?.[field]),
    after: textOf(is?.[field]),
  }));
}
