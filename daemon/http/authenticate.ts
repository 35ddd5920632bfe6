import type { Access, Role } from '../contract/endpoint.ts';
import { AppError, type Problem } from '../contract/refusals.ts';
import type { CreatorPrincipal, KeyPrincipal, StaffPrincipal } from '../contract/route.ts';
import type { Database } from '../db/database.ts';
import { parseGames } from '../domain/games.ts';
import { csrfTokenOf, type SessionOwner } from '../domain/session-cookies.ts';
import { findCreatorSession } from '../features/creator-access/creator-access-store.ts';
import type { CheckGroups } from '../features/staff/company/check-groups.ts';
import { findSession } from '../features/staff/sessions-store.ts';
import { isAccessToken, roleOfToken, USE_STEP_MS } from '../features/staff/tokens/token-rules.ts';
import { findToken, noteTokenUse } from '../features/staff/tokens/tokens-store.ts';
import { mustSetUpTotp, type SecondFactor } from '../features/staff/totp-rules.ts';
import type { Log } from '../lib/log.ts';
import { sha256Hex } from '../lib/secrets.ts';
import { keyOf } from './authenticate-key.ts';
import { cookieToken, expectCsrfToken, expectOwnPage } from './cookies.ts';
import { createKeyring, type Keyring } from './keyring.ts';
import type { HttpRequest } from './messages.ts';

export type Principal = KeyPrincipal | StaffPrincipal | CreatorPrincipal | null;

type Asking = Pick<HttpRequest, 'method' | 'headers'>;

export interface Authenticator {
  /**
   * Identifies the caller by method and headers. Throws `unauthorized`, or `forbidden` if the caller may not send this
   * request.
   */
  authenticate(access: Access, request: Asking, now: number): Principal | Promise<Principal>;
  /** Throws `csrf` if a page from another origin sent the request. */
  expectOwnPage(headers: HttpRequest['headers']): void;
  /** Returns whether a preflight may allow requests from this origin. */
  allowsOrigin: Keyring['allowsOrigin'];
  /** Call this after this daemon has created, changed or revoked a key. Other daemons see the change within a second. */
  invalidateKeys(): void;
  /** Stops the timers and stores when each key was last used. */
  stop(): Promise<void>;
}

interface AuthenticatorParts {
  db: Database;
  log: Log;
  publicUrl: () => string;
  checkGroups: CheckGroups;
}

export function createAuthenticator({ db, log, publicUrl, checkGroups }: AuthenticatorParts): Authenticator {
  const keyring = createKeyring(db, log);
  return {
    authenticate(access, request, now) {
      if (access.kind === 'public') return null;
      if (access.kind === 'key') return keyOf(keyring, access, request.headers, now);
      if (access.kind === 'creator') return creatorOf(db, request, access, { publicUrl: publicUrl(), now });
      return staffOf({ db, checkGroups }, access, request, { publicUrl: publicUrl(), now });
    },
    expectOwnPage: (headers) => expectOwnPage(headers, publicUrl()),
    allowsOrigin: keyring.allowsOrigin,
    invalidateKeys: keyring.invalidate,
    async stop() {
      keyring.stop();
      await keyring.flush();
    },
  };
}

const BEARER = /^Bearer ([\w~+/.=-]{16,256})$/i;

async function staffOf(
  { db, checkGroups }: Pick<AuthenticatorParts, 'db' | 'checkGroups'>,
  access: StaffAccess,
  request: Asking,
  { publicUrl, now }: { publicUrl: string; now: number },
): Promise<StaffPrincipal> {
  const { token, inCookie } = tokenOf('staff', request, publicUrl);
  if (token !== undefined && isAccessToken(token)) return scriptOf(db, access, token, now);
  const session = token === undefined ? undefined : await db.read((handle) => findSession(handle, sha256Hex(token)));
  if (!session || session.removed_at !== null || now >= session.expiresAt) throw new AppError(NOT_SIGNED_IN);
  if (inCookie !== undefined) expectCsrfToken(request, inCookie);
  const byCompany = session.providerCheckedAt !== null;
  if (byCompany) await checkGroups(session, now);
  const { role, staffId, tokenHash, expiresAt, wrotePosition } = session;
  const games = expectRight(access, { ...session, byCompany });
  return { kind: 'staff', staffId, role, games, tokenHash, expiresAt, byCompany, wrotePosition, ...csrfOf(inCookie) };
}

/** Returns the person for whom a script acts with an access token. */
async function scriptOf(db: Database, access: StaffAccess, token: string, now: number): Promise<StaffPrincipal> {
  const found = await db.read((handle) => findToken(handle, sha256Hex(token)));
  const role = found && roleOfToken(found.role, found.tokenRole);
  if (!found || !role || found.removed_at !== null || now >= found.expiresAt) throw new AppError(NOT_SIGNED_IN);
  if (access.bySession) throw new AppError(NOT_FOR_SCRIPTS);
  const games = expectRight(access, { ...found, role });
  // The person's own role is checked too, because the token's role can have rights that the person's role lacks.
  if (!access.roles.includes(found.role)) throw new AppError('forbidden');
  const { tokenId, lastUsedAt, staffId, tokenHash, expiresAt, byCompany } = found;
  if (lastUsedAt === null || now - lastUsedAt >= USE_STEP_MS) await noteTokenUse(db, tokenId, now);
  return { kind: 'staff', staffId, role, games, tokenHash, expiresAt, byCompany, wrotePosition: ON_PRIMARY };
}

/** No replica ever reaches this position, so scripts read from the primary, which contains their earlier writes. */
const ON_PRIMARY = Number.MAX_SAFE_INTEGER;

interface Person extends SecondFactor {
  role: Role;
  games: string | null;
  totpRequired: boolean;
  byCompany: boolean;
}

/** Throws unless the person may call the endpoint. @returns the games that the person is limited to */
function expectRight(access: StaffAccess, person: Person): readonly string[] | null {
  const games = parseGames(person.games);
  if (!access.roles.includes(person.role)) throw new AppError('forbidden');
  if (games !== null && !access.perGame) throw new AppError(NOT_PER_GAME);
  const mustSetUp = !person.byCompany && mustSetUpTotp(person, person.totpRequired);
  if (!access.beforeTotp && mustSetUp) throw new AppError('totp_setup_required');
  return games;
}

async function creatorOf(
  db: Database,
  request: Asking,
  access: Extract<Access, { kind: 'creator' }>,
  { publicUrl, now }: { publicUrl: string; now: number },
): Promise<CreatorPrincipal> {
  const { token, inCookie } = tokenOf('creator', request, publicUrl);
  const tokenHash = token === undefined ? undefined : sha256Hex(token);
  const session = tokenHash && (await db.read((handle) => findCreatorSession(handle, tokenHash)));
  if (!tokenHash || !session || now >= session.expires_at) throw new AppError(NOT_SIGNED_IN);
  if (inCookie !== undefined) expectCsrfToken(request, inCookie);
  if (!access.sessions.includes(session.kind))
    throw new AppError({ code: 'forbidden', detail: session.kind === 'view' ? ONLY_A_VIEW : NOT_IN_A_FRAME });
  return {
    kind: 'creator',
    creatorId: session.creator_id,
    session: session.kind,
    tokenHash,
    expiresAt: session.expires_at,
    ...csrfOf(inCookie),
  };
}

/** Returns the token of a session. Throws `csrf` if the token is in a cookie and a page from another origin sent it. */
function tokenOf(owner: SessionOwner, { headers }: Asking, publicUrl: string) {
  const { authorization } = headers;
  // A request with a bearer token cannot come from a foreign page, so the daemon ignores a cookie in it.
  const inCookie = authorization === undefined ? cookieToken(owner, headers, publicUrl) : undefined;
  if (inCookie !== undefined) expectOwnPage(headers, publicUrl);
  return { token: inCookie ?? BEARER.exec(authorization ?? '')?.[1], inCookie };
}

const csrfOf = (inCookie: string | undefined) => (inCookie === undefined ? {} : { csrfToken: csrfTokenOf(inCookie) });

const NOT_IN_A_FRAME = 'Open the creator page itself to change this.';
const ONLY_A_VIEW = 'This is the page as the creator sees it. Only the creator can change anything here.';

const NOT_SIGNED_IN: Problem = {
  code: 'unauthorized',
  detail: 'Sign in first: the token is missing, unknown, expired or revoked.',
};

const NOT_PER_GAME: Problem = {
  code: 'forbidden',
  detail: 'Your account is limited to some games, but this request concerns the whole organisation.',
};

const NOT_FOR_SCRIPTS: Problem = {
  code: 'forbidden',
  detail: 'An access token cannot change an account. Sign in to do this.',
};

type StaffAccess = Extract<Access, { kind: 'staff' }>;
