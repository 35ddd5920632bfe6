import { isIP } from 'node:net';
import { AppError } from '../../../contract/refusals.ts';

/** The site that passkeys belong to, as WebAuthn names it. */
export interface RelyingParty {
  /** A host name. Browsers offer a passkey at this host only. */
  id: string;
  origin: string;
}

/** Returns null if browsers offer no passkeys at this address: it has no name, or anyone can read its traffic. */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return !isAddress && (protocol === 'https:' || hostname === 'localhost') ? { id: hostname, origin } : null;
}

export function getRelyingParty(publicUrl: string): RelyingParty {
  const party = relyingPartyOf(publicUrl);
  if (!party) throw new AppError('passkeys_unavailable');
  return party;
}
