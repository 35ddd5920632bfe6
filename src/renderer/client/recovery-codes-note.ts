import { secondFactor } from '../texts/second-factor.ts';
import type { Session } from './bridge.ts';
import { notifyNote } from './notify.ts';

/** From so few recovery codes on the Portal warns. */
export const FEW_CODES = 3;

/** After sign-in: says that a recovery code is used up, and warns where few are left. */
export function noteCodesLeft({ staff }: Session, hasUsedOne: boolean): void {
  const { recovery: t } = secondFactor;
  const { totp, recovery_codes_left: left } = staff;
  if (!totp) return;
  const notes = [...(hasUsedOne ? [t.usedNote(left)] : []), ...(left <= FEW_CODES ? [t.fewNote(left)] : [])];
  if (notes.length > 0) notifyNote(notes.join(' '));
}
