import { z } from 'zod';
import type { SecretKey } from '../../../lib/keyed.ts';
import { openJson, sealJson } from '../sealed-json.ts';
import type { Pending } from './provider.ts';

// A visit is a browser's round trip to the provider. It is stored, encrypted, in a cookie of the browser.

export const VISIT_MS = 10 * 60_000;

/** The desktop app that opened the browser and waits on a port of the same machine (RFC 8252). */
const app = z.strictObject({
  port: z.coerce.number().int().min(1024).max(65_535),
  state: z.string().regex(/^[\w-]{16,128}$/),
  challenge: z.string().regex(/^[\w-]{43}$/),
});
export type WaitingApp = z.infer<typeof app>;

const visit = z.strictObject({
  kind: z.literal('company-visit'),
  pending: z.strictObject({ state: z.string(), nonce: z.string(), codeVerifier: z.string() }),
  returnTo: z.string(),
  app: app.optional(),
  expiresAt: z.number(),
});
type Visit = z.infer<typeof visit>;

export const sealVisit = (
  secretKey: SecretKey,
  { pending, ...asked }: { pending: Pending; returnTo: string; app: WaitingApp | undefined },
  now: number,
): string =>
  sealJson(secretKey, { kind: 'company-visit', pending, ...asked, expiresAt: now + VISIT_MS } satisfies Visit);

/** Returns null if the visit was not created with this secret key, or if it is too old. */
export function openVisit(secretKey: SecretKey, sealed: string, now: number): Visit | null {
  const read = visit.safeParse(openJson(secretKey, sealed));
  return read.success && now < read.data.expiresAt ? read.data : null;
}

/** Returns the app that the query describes; undefined if there is none, null if the description is invalid. */
export function waitingAppOf(query: URLSearchParams): WaitingApp | undefined | null {
  if (!query.has('app_port')) return undefined;
  const asked = { port: query.get('app_port'), state: query.get('state'), challenge: query.get('code_challenge') };
  return app.safeParse(asked).data ?? null;
}

/** Returns the screen to show after the sign-in: always a screen of the Portal, never a page elsewhere. */
export function returnOf(asked: string | null): string {
  const HERE = 'http://here.invalid';
  if (asked === null || !URL.canParse(asked, HERE)) return '/portal/';
  const { origin, pathname, search } = new URL(asked, HERE);
  return origin === HERE && pathname.startsWith('/portal/') ? pathname + search : '/portal/';
}
