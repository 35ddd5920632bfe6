import { Secret, TOTP } from 'otpauth';
import type { Role } from '../../contract/endpoint.ts';

/** What every authenticator app takes without being told. */
const KIND = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** A clock that is off by one step, or a code typed slowly, still counts. */
const WINDOW = 1;

/** 160 random bits, as RFC 4226 advises. */
export const newTotpSecret = () => new Secret({ size: 20 }).base32;

/** What the QR picture holds. A colon would part the issuer from the label at the wrong place. */
export const totpUrl = (secret: string, issuer: string, label: string) =>
  new TOTP({ ...KIND, secret, issuer: issuer.replaceAll(':', ' '), label }).toString();

/** The time step whose code this is, or null where it is none, or one that was taken already. */
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

/** A secret that was not confirmed counts for nothing. */
export const hasTotp = ({ totp_secret, totp_confirmed_at }: SecondFactor) =>
  totp_secret !== null && totp_confirmed_at !== null;

export const NO_TOTP = { totp_secret: null, totp_confirmed_at: null, totp_last_step: null } as const;

/** Whom the setting `totp_required` is about: those who can move money, or give themselves the right to. */
const needsTotp = (role: Role) => role === 'owner' || role === 'finance';

/** Whether somebody must set up a second factor before all else. */
export const mustSetUpTotp = (who: SecondFactor & { role: Role }, required: boolean) =>
  required && needsTotp(who.role) && !hasTotp(who);
