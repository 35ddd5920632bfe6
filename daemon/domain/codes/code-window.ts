import type { Role } from '../../contract/endpoint.ts';
import { fieldFault } from '../../contract/field-faults.ts';
import type { FieldFault } from '../../contract/refusals.ts';
import { instantOrNull } from '../../lib/clock.ts';
import { type Conditions, conditionsOut, conditionsText } from './conditions.ts';

/** When and by whom a code can be redeemed, as a request contains it. A missing field sets no limit. */
export interface CodeWindow {
  starts_at?: number | null | undefined;
  ends_at?: number | null | undefined;
  recipient?: string | null | undefined;
  conditions?: Conditions | undefined;
}

/** A window in its stored form. */
export interface StoredWindow {
  starts_at: number | null;
  ends_at: number | null;
  recipient: string | null;
  conditions: string | null;
}

export const storedWindow = (window: CodeWindow): StoredWindow => ({
  starts_at: window.starts_at ?? null,
  ends_at: window.ends_at ?? null,
  recipient: window.recipient ?? null,
  conditions: conditionsText(window.conditions ?? null),
});

/** Returns a stored window for a response. */
export const windowOut = ({ starts_at, ends_at, recipient, conditions }: StoredWindow) => ({
  starts_at: instantOrNull(starts_at),
  ends_at: instantOrNull(ends_at),
  recipient,
  conditions: conditionsOut(conditions),
});

/** Returns a stored window for a response to staff. Viewers cannot look up players, so they do not get the recipient. */
export const windowFor = (role: Role, window: StoredWindow) => ({
  ...windowOut(window),
  is_personal: window.recipient !== null,
  recipient: role === 'viewer' ? null : window.recipient,
});

/** Returns a fault if the end is not after the start. */
export const windowFault = ({ starts_at = null, ends_at = null }: Omit<CodeWindow, 'conditions'>): FieldFault | null =>
  starts_at !== null && ends_at !== null && ends_at <= starts_at
    ? fieldFault('', ['ends_at'], 'not_after_start')
    : null;
