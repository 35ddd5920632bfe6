import type { IncomingHttpHeaders } from 'node:http';
import type { Access } from '../contract/endpoint.ts';
import { AppError } from '../contract/refusals.ts';
import type { KeyPrincipal } from '../contract/route.ts';
import { isForBrowsers, isOriginAllowed } from './cors.ts';
import type { Keyring, KnownKey } from './keyring.ts';

type KeyAccess = Extract<Access, { kind: 'key' }>;

/** Returns the key of a request. Throws `unauthorized`, or `forbidden` if the key does not allow the request. */
export function keyOf(
  keyring: Pick<Keyring, 'find'>,
  access: KeyAccess,
  headers: IncomingHttpHeaders,
  now: number,
): KeyPrincipal | Promise<KeyPrincipal> {
  const key = headers['x-api-key'];
  const known = typeof key === 'string' ? keyring.find(key, now) : null;
  return known instanceof Promise
    ? known.then((found) => checkKey(found, access, headers))
    : checkKey(known, access, headers);
}

function checkKey(known: KnownKey | null, access: KeyAccess, headers: IncomingHttpHeaders): KeyPrincipal {
  if (!known)
    throw new AppError({ code: 'unauthorized', detail: 'X-API-Key is missing, unknown, expired or revoked.' });
  const { principal, allowedOrigins } = known;
  const mayKind = access.keys.includes(principal.keyKind);
  if (!mayKind || !access.scopes.some((scope) => principal.scopes.includes(scope))) throw new AppError('forbidden');
  if (headers['x-test-key'] !== undefined && !principal.isTest)
    throw new AppError({ code: 'forbidden', detail: 'X-Test-Key requires a test key, but this key is live.' });
  if (isForBrowsers(access) && !isOriginAllowed(headers.origin, allowedOrigins))
    throw new AppError({ code: 'forbidden', detail: 'This key does not allow requests from this origin.' });
  return principal;
}
