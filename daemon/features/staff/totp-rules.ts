import { Secret, TOTP } from 'otpauth';
import type { Role } from '../../contract/endpoint.ts';

/** The values that every authenticator app supports by default. */
const KIND = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** A code of one step earlier or later still counts, for wrong clocks and slow typing. */
const WINDOW = 1;

/** 160 random bits, as RFC 4226 advises. */
export const newTotpSecret = () => new Secret({ size: 20 }).base32;

/** The content of the QR picture. A colon would separate issuer and label at the wrong place. */
export const totpUrl = (secret: string, issuer: string, label: string) =>
  new TOTP({ ...KIND, secret, issuer: issuer.replaceAll(':', ' '), label }).toString();

/** The time step of a code; null if the code is wrong or was used already. */
export function stepOfCode(secret: string, code: string, lastStep: number | null, now: number): number | null {
  const asked = { ...KIND, secret: Secret.fromBase32(secret), timestamp: now };
  const delta = TOTP.validate({ ...asked, token: code, window: WINDOW });
  if (delta === null) return null;
  const step = TOTP.counter(asked) + delta;
  return lastStep !== null && step <= lastStep ? null : step;
}

export interface SecondFactor {
  totp_secret: string | null;
  totp_confirmed_at: number | null;
}

/** An unconfirmed secret does not count. */
export const hasTotp = ({ totp_secret, totp_confirmed_at }: SecondFactor) =>
  totp_secret !== null && totp_confirmed_at !== null;

export const NO_TOTP = { totp_secret: null, totp_confirmed_at: null, totp_last_step: null } as const;

/** The roles that the setting `totp_required` concerns: those who can pay money, or give themselves that right. */
const needsTotp = (role: Role) => role === 'owner' || role === 'finance';

/** Whether a member of staff must set up a second factor before anything else. */
export const mustSetUpTotp = (who: SecondFactor & { role: Role }, required: boolean) =>
  required && needsTotp(who.role) && !hasTotp(who);
