import { problem, type Refused, refused } from './problems.ts';

export type Address = { ok: true; url: string } | Refused;

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/**
 * Parses a daemon's address that the user typed or copied from a browser that shows the Portal. Plain http would send a
 * password unencrypted, so it is allowed for this machine only.
 */
export function readAddress(text: string): Address {
  const typed = text.trim();
  const url = URL.parse(SCHEME.test(typed) ? typed : withScheme(typed));
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') return refused(problem('invalid_address'));
  if (url.username !== '' || url.password !== '') return refused(problem('address_with_password'));
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return refused(problem('plain_http'));
  return { ok: true, url: url.origin + url.pathname.replace(/\/portal(?:\/.*)?$/, '').replace(/\/+$/, '') };
}

function withScheme(text: string): string {
  const url = URL.parse(`http://${text}`);
  return `${url && isLoopback(url.hostname) ? 'http' : 'https'}://${text}`;
}

/** Returns whether a host is this machine. The URL parser has normalised all spellings of its address. */
export const isLoopback = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
