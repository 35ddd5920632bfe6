import type { CreatorSession } from '../../contract/endpoint.ts';
import { AppError, type Problem } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { SESSION_MS } from '../../domain/session-cookies.ts';
import type { SecretKey } from '../../lib/keyed.ts';
import { randomToken, sha256Hex } from '../../lib/secrets.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { findCreatorForUpdate } from '../creators/creators-store.ts';
import { announce } from '../outbox/outbox-store.ts';
import {
  EMBED_SESSION_MS,
  INVITATION_DAYS,
  INVITATION_MS,
  LINK_LIFETIME_MS,
  linkToken,
  MAILED_LINKS_WINDOW_MS,
  MAX_MAILED_LINKS,
  readLinkToken,
  VIEW_SESSION_MS,
} from './creator-access-rules.ts';
import {
  countMailedLinks,
  deleteCreatorSession,
  findPageOwner,
  insertCreatorSession,
  insertLink,
  listCreatorsByEmail,
  type NewLink,
  useLink,
} from './creator-access-store.ts';

interface NewToken {
  token: string;
  expiresAt: number;
}
interface Opened extends NewToken {
  creatorId: string;
  kind: CreatorSession;
}

/** Creates a link to a creator's page that works once and expires soon. */
export const createLink = (db: Database, secretKey: SecretKey, creatorId: string, now: number): Promise<NewToken> =>
  db.write(async (handle) => {
    const owner = await pageOwnerOf(handle, creatorId);
    const link = await newLink(handle, { creator_id: owner, origin: 'server' }, LINK_LIFETIME_MS, now);
    return { token: linkToken(secretKey, link.linkId), expiresAt: link.expiresAt };
  });

/** Creates a link with which a member of staff sees the page as the creator sees it. */
export const createView = (
  db: Database,
  secretKey: SecretKey,
  { staffId, creatorId }: { staffId: number; creatorId: string },
  now: number,
): Promise<NewToken> =>
  db.write(async (handle) => {
    const owner = await pageOwnerOf(handle, creatorId);
    const link = await newLink(handle, { creator_id: owner, origin: 'view' }, LINK_LIFETIME_MS, now);
    const entry = { staffId, action: 'creator.view_page', entity: 'creator', entityId: creatorId };
    await recordAudit(handle, { ...entry, before: null, after: null }, now);
    return { token: linkToken(secretKey, link.linkId), expiresAt: link.expiresAt };
  });

/** Writes an invitation email. Its link is valid for several days, because the creator did not request it. */
export const invite = (
  db: Database,
  { staffId, creatorId }: { staffId: number; creatorId: string },
  now: number,
): Promise<{ email: string; expiresAt: number }> =>
  db.write(async (handle) => {
    const creator = await findCreatorForUpdate(handle, await pageOwnerOf(handle, creatorId));
    if (!creator) throw new AppError('not_found');
    const { creator_id, display_name, email } = creator;
    if (email === null) throw new AppError('no_email_address');
    if (await hasEnoughLinks(handle, creator_id, now)) throw new AppError(ENOUGH_LINKS);
    const { linkId, expiresAt } = await newLink(handle, { creator_id, origin: 'invitation' }, INVITATION_MS, now);
    const data = { creator_id, display_name, link_id: linkId, days: INVITATION_DAYS };
    await announce(handle, [{ type: 'creator.invitation', data, always: true }], now);
    const entry = { staffId, action: 'creator.invite', entity: 'creator', entityId: creator_id };
    await recordAudit(handle, { ...entry, before: null, after: { email } }, now);
    return { email, expiresAt };
  });

/**
 * Writes an email with a link for each creator with this address, except those who have already received the maximum
 * number of links within the last hour.
 * @returns the number of emails
 */
export const mailLinks = (db: Database, email: string, now: number): Promise<number> =>
  db.write(async (handle) => {
    const found = await listCreatorsByEmail(handle, email.trim());
    let written = 0;
    for (const creator_id of found) {
      // Simultaneous requests take turns, so that together they do not exceed the limit.
      const creator = await findCreatorForUpdate(handle, creator_id);
      if (!creator || (await hasEnoughLinks(handle, creator_id, now))) continue;
      const { linkId } = await newLink(handle, { creator_id, origin: 'email' }, LINK_LIFETIME_MS, now);
      const { display_name } = creator;
      const data = { creator_id, display_name, link_id: linkId, minutes: LINK_LIFETIME_MS / 60_000 };
      written += (await announce(handle, [{ type: 'creator.page_link', data, always: true }], now)).length;
    }
    return written;
  });

const hasEnoughLinks = async (handle: Handle, creatorId: string, now: number) =>
  (await countMailedLinks(handle, creatorId, now - MAILED_LINKS_WINDOW_MS)) >= MAX_MAILED_LINKS;

/** @param lastsMs how long the link can be used */
export async function newLink(
  handle: Handle,
  link: Pick<NewLink, 'creator_id' | 'origin' | 'new_email'>,
  lastsMs: number,
  now: number,
) {
  const expiresAt = now + lastsMs;
  return { linkId: await insertLink(handle, { ...link, created_at: now, expires_at: expiresAt }), expiresAt };
}

/** Opens the page with a link, which cannot be used again after that. */
export async function openPage(db: Database, secretKey: SecretKey, token: string, now: number): Promise<Opened> {
  const linkId = readLinkToken(secretKey, token);
  const opened = linkId !== null && (await db.write((handle) => open(handle, linkId, now)));
  if (!opened) throw new AppError({ code: 'invalid_credentials', detail: LINK_USED });
  return opened;
}

export const LINK_USED = 'This link has already been used or has expired. Request a new one.';

async function open(handle: Handle, linkId: number, now: number): Promise<Opened | null> {
  const link = await useLink(handle, linkId, now);
  if (!link) return null;
  const { creatorId, origin } = link;
  if (origin === 'view') return startSession(handle, { creatorId, kind: 'view', lastsMs: VIEW_SESSION_MS }, now);
  return startSession(handle, { creatorId, kind: 'page', lastsMs: SESSION_MS }, now);
}

const ENOUGH_LINKS: Problem = {
  code: 'too_many_requests',
  detail: 'This creator has been sent three links within an hour. Try again later.',
  retryAfterSeconds: MAILED_LINKS_WINDOW_MS / 1000,
};

/** Creates a token that opens the creator's page in a frame on a game's page. */
export const createEmbedToken = (db: Database, creatorId: string, now: number): Promise<Opened> =>
  db.write(async (handle) => {
    const owner = await pageOwnerOf(handle, creatorId);
    return startSession(handle, { creatorId: owner, kind: 'embed', lastsMs: EMBED_SESSION_MS }, now);
  });

async function startSession(
  handle: Handle,
  { creatorId, kind, lastsMs }: { creatorId: string; kind: CreatorSession; lastsMs: number },
  now: number,
): Promise<Opened> {
  const token = randomToken();
  const expiresAt = now + lastsMs;
  const times = { created_at: now, expires_at: expiresAt };
  await insertCreatorSession(handle, { token_hash: sha256Hex(token), creator_id: creatorId, kind, ...times });
  return { token, creatorId, kind, expiresAt };
}

export const closePage = (db: Database, tokenHash: string): Promise<void> =>
  db.write((handle) => deleteCreatorSession(handle, tokenHash));

async function pageOwnerOf(handle: Handle, creatorId: string): Promise<string> {
  const owner = await findPageOwner(handle, creatorId);
  if (owner === null) throw new AppError('not_found');
  return owner;
}
