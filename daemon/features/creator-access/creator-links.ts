import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { SESSION_MS } from '../../domain/session-cookies.ts';
import type { SecretKey } from '../../lib/keyed.ts';
import { randomToken, sha256Hex } from '../../lib/secrets.ts';
import { findCreator, findCreatorForUpdate } from '../creators/creators-store.ts';
import { announce } from '../outbox/outbox-store.ts';
import {
  EMBED_SESSION_MS,
  LINK_MS,
  linkToken,
  MAILED_LINKS_MS,
  MAX_MAILED_LINKS,
  readLinkToken,
} from './creator-access-rules.ts';
import {
  countMailedLinks,
  deleteCreatorSession,
  insertCreatorSession,
  insertLink,
  listCreatorsByEmail,
  useLink,
} from './creator-access-store.ts';

interface Opened {
  token: string;
  creatorId: string;
  expiresAt: number;
}

/** Creates a link to the page of a creator, valid once and for a short time. */
export const createLink = (db: Database, secretKey: SecretKey, creatorId: string, now: number): Promise<Opened> =>
  db.write(async (handle) => {
    await expectCreator(handle, creatorId);
    const link = await newLink(handle, creatorId, 'server', now);
    return { token: linkToken(secretKey, link.linkId), creatorId, expiresAt: link.expiresAt };
  });

/** Writes an email with a link for each creator with this address, unless they got too many within the last hour. */
export const mailLinks = (db: Database, email: string, now: number): Promise<number> =>
  db.write(async (handle) => {
    const found = await listCreatorsByEmail(handle, email.trim());
    let written = 0;
    for (const { creator_id, display_name } of found) {
      // Requests at the same time take turns, so that together they do not exceed the limit.
      await findCreatorForUpdate(handle, creator_id);
      if ((await countMailedLinks(handle, creator_id, now - MAILED_LINKS_MS)) >= MAX_MAILED_LINKS) continue;
      const { linkId } = await newLink(handle, creator_id, 'email', now);
      const data = { creator_id, display_name, link_id: linkId, minutes: LINK_MS / 60_000 };
      written += (await announce(handle, [{ type: 'creator.page_link', data, always: true }], now)).length;
    }
    return written;
  });

async function newLink(handle: Handle, creator_id: string, origin: 'server' | 'email', now: number) {
  const expiresAt = now + LINK_MS;
  const link = { creator_id, origin, created_at: now, expires_at: expiresAt };
  return { linkId: await insertLink(handle, link), expiresAt };
}

/** Opens the page with a link, which is then used up. */
export async function openPage(db: Database, secretKey: SecretKey, token: string, now: number): Promise<Opened> {
  const linkId = readLinkToken(secretKey, token);
  const opened = linkId !== null && (await db.write((handle) => open(handle, linkId, now)));
  if (!opened) throw new AppError({ code: 'invalid_credentials', detail: LINK_USED });
  return opened;
}

const LINK_USED = 'This link was used already or has expired. Request a new one.';

async function open(handle: Handle, linkId: number, now: number): Promise<Opened | null> {
  const creatorId = await useLink(handle, linkId, now);
  return creatorId === null ? null : startSession(handle, { creatorId, kind: 'page', lastsMs: SESSION_MS }, now);
}

/** Creates a token with which a frame on a game's page shows the creator's page. */
export const createEmbedToken = (db: Database, creatorId: string, now: number): Promise<Opened> =>
  db.write(async (handle) => {
    await expectCreator(handle, creatorId);
    return startSession(handle, { creatorId, kind: 'embed', lastsMs: EMBED_SESSION_MS }, now);
  });

async function startSession(
  handle: Handle,
  { creatorId, kind, lastsMs }: { creatorId: string; kind: 'page' | 'embed'; lastsMs: number },
  now: number,
): Promise<Opened> {
  const token = randomToken();
  const expiresAt = now + lastsMs;
  const times = { created_at: now, expires_at: expiresAt };
  await insertCreatorSession(handle, { token_hash: sha256Hex(token), creator_id: creatorId, kind, ...times });
  return { token, creatorId, expiresAt };
}

export const closePage = (db: Database, tokenHash: string): Promise<void> =>
  db.write((handle) => deleteCreatorSession(handle, tokenHash));

async function expectCreator(handle: Handle, creatorId: string): Promise<void> {
  if (!(await findCreator(handle, creatorId))) throw new AppError('not_found');
}
