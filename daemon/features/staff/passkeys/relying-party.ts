import { isIP } from 'node:net';
import { AppError } from '../../../contract/refusals.ts';

/** The site that passkeys belong to, which WebAuthn calls the relying party. */
export interface RelyingParty {
  /** A host name. Browsers offer a passkey only at this host. */
  id: string;
  origin: string;
}

/**
 * Returns null if browsers do not support passkeys at this address: it is an IP address, or its traffic is not
 * encrypted.
 */
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
