import { Secret, TOTP } from 'otpauth';
import type { Role } from '../../contract/endpoint.ts';

/** The parameters that all authenticator apps support by default. */
const KIND = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** A code is valid one step earlier or later, to allow for inaccurate clocks and slow typing. */
const WINDOW = 1;

/** Returns 160 random bits, as RFC 4226 recommends. */
export const newTotpSecret = () => new Secret({ size: 20 }).base32;

/** Returns the content of the QR code. A colon in the issuer would be taken for the separator before the label. */
export const totpUrl = (secret: string, issuer: string, label: string) =>
  new TOTP({ ...KIND, secret, issuer: issuer.replaceAll(':', ' '), label }).toString();

/** Returns the time step of a code; null if the code is wrong or already used. */
export function stepOfCode(secret: string, code: string, lastStep: number | null, now: number): number | null {
  const asked = { ...KIND, secret: Secret.fromBase32(secret), timestamp: now };
  const delta = TOTP.validate({ ...asked, token: code, window: WINDOW });
  if (delta === null) return null;
  const step = TOTP.counter(asked) + delta;
  return lastStep !== null && step <= lastStep ? null : step;
}

interface AppSecret {
  totp_secret: string | null;
  totp_confirmed_at: number | null;
}
export interface SecondFactor extends AppSecret {
  has_passkey: boolean;
}

/** Returns whether there is a confirmed secret; an unconfirmed one does not count. */
export const hasTotp = ({ totp_secret, totp_confirmed_at }: AppSecret) =>
  totp_secret !== null && totp_confirmed_at !== null;

/** Returns whether the password alone is not enough: the person has an authenticator app or a passkey. */
export const hasSecondFactor = (who: SecondFactor) => hasTotp(who) || who.has_passkey;

export const NO_TOTP = { totp_secret: null, totp_confirmed_at: null, totp_last_step: null } as const;
export const NO_SECOND_FACTOR = { ...NO_TOTP, has_passkey: false } as const;

/** Returns whether `totp_required` applies to the role: the role can pay money, or give itself that right. */
const needsTotp = (role: Role) => role === 'owner' || role === 'finance';

/** Returns whether a member of staff must set up a second factor before doing anything else. */
export const mustSetUpTotp = (who: SecondFactor & { role: Role }, required: boolean) =>
  required && needsTotp(who.role) && !hasSecondFactor(who);
