import { secondFactor } from '../texts/second-factor.ts';
import type { Session } from './bridge.ts';
import { notifyNote } from './notify.ts';

/** The Portal warns at this number of recovery codes or fewer. */
export const FEW_CODES = 3;

/** Notifies the user after sign-in that a recovery code was used, and warns if few are left. */
export function noteCodesLeft({ staff }: Session, hasUsedOne: boolean): void {
  const { recovery: t } = secondFactor;
  const { totp, recovery_codes_left: left } = staff;
  if (!totp) return;
  const codesLeft = left <= FEW_CODES ? [t.fewNote(left)] : hasUsedOne ? [t.leftNote(left)] : [];
  const notes = [...(hasUsedOne ? [t.usedNote] : []), ...codesLeft];
  if (notes.length > 0) notifyNote(notes.join(' '));
}
