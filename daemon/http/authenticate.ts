import { eq } from 'drizzle-orm';
import type { KeyPrincipal, StaffPrincipal } from '../contract/contract.ts';
import type { Access } from '../contract/endpoint.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../lib/log.ts';
import { AppError } from '../lib/problem.ts';
import { sha256Hex } from '../lib/secrets.ts';
import { isForBrowsers, isOriginAllowed } from './cors.ts';
import { createKeyring, type Keyring } from './keyring.ts';
import type { HttpRequest } from './messages.ts';

export type Principal = KeyPrincipal | StaffPrincipal | null;

export interface Authenticator {
  /** Who asks. Throws `unauthorized`, or `forbidden` where that one may not. Looks at headers only. */
  authenticate(access: Access, request: Pick<HttpRequest, 'headers'>, now: number): Promise<Principal>;
  /** Whether a browser may be told that requests from this origin can come. */
  allowsOrigin: Keyring['allowsOrigin'];
  /** To be called after a key was made, changed or revoked here; other daemons see it within a second. */
  invalidateKeys(): void;
  flush(): Promise<void>;
  stop(): void;
}

export function createAuthenticator(db: Database, log: Log): Authenticator {
  const keyring = createKeyring(db, log);
  return {
    async authenticate(access, { headers }, now) {
      if (access.kind === 'public') return null;
      if (access.kind === 'staff') return await staffOf(db, access.roles, headers.authorization, now);
      const key = headers['x-api-key'];
      const known = typeof key === 'string' ? await keyring.find(key, now) : null;
      if (!known) throw new AppError({ code: 'unauthorized', detail: 'X-API-Key is missing, unknown or has ended.' });
      const { principal, allowedOrigins } = known;
      const mayKind = access.keys.includes(principal.keyKind);
      if (!mayKind || !access.scopes.some((scope) => principal.scopes.includes(scope))) throw new AppError('forbidden');
      if (isForBrowsers(access) && !isOriginAllowed(headers.origin, allowedOrigins))
        throw new AppError({ code: 'forbidden', detail: 'This key does not take requests from this origin.' });
      return principal;
    },
    allowsOrigin: keyring.allowsOrigin,
    invalidateKeys: keyring.invalidate,
    flush: keyring.flush,
    stop: keyring.stop,
  };
}

const BEARER = /^Bearer ([\w~+/.=-]{16,256})$/i;

async function staffOf(
  db: Database,
  roles: readonly string[],
  authorization: string | undefined,
  now: number,
): Promise<StaffPrincipal> {
  const [, token] = BEARER.exec(authorization ?? '') ?? [];
  const session = token === undefined ? undefined : await findSession(db, sha256Hex(token));
  if (!session || session.removedAt !== null || now >= session.expiresAt)
    throw new AppError({ code: 'unauthorized', detail: 'Sign in first: the token is missing, unknown or has ended.' });
  if (!roles.includes(session.role)) throw new AppError('forbidden');
  const { staffId, role, tokenHash, expiresAt } = session;
  return { kind: 'staff', staffId, role, tokenHash, expiresAt };
}

async function findSession(db: Database, tokenHash: string) {
  const [session] = await db.read(({ db, t }) =>
    db
      .select({
        tokenHash: t.staff_sessions.token_hash,
        expiresAt: t.staff_sessions.expires_at,
        staffId: t.staff.staff_id,
        role: t.staff.role,
        removedAt: t.staff.removed_at,
      })
      .from(t.staff_sessions)
      .innerJoin(t.staff, eq(t.staff.staff_id, t.staff_sessions.staff_id))
      .where(eq(t.staff_sessions.token_hash, tokenHash)),
  );
  return session;
}
