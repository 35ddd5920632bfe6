import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { CreatorPrincipal, Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { csrfTokenOf, sessionCookie } from '../../domain/session-cookies.ts';
import type { Background } from '../../lib/background.ts';
import { isoInstant } from '../../lib/clock.ts';
import type { SecretKey } from '../../lib/keyed.ts';
import { confirmAddress, requestAddress } from './change-address.ts';
import { embedUrl, linkUrl } from './creator-access-rules.ts';
import { closePage, createEmbedToken, createLink, createView, invite, mailLinks, openPage } from './creator-links.ts';
import { changeEmails, type OwnAccount, readOwnAccount } from './own-account.ts';

export interface CreatorAccessParts {
  db: Database;
  secretKey: SecretKey;
  /** A function, because the port is known only after startup. */
  publicUrl: () => string;
  background: Background;
  /** Whether a mail server is configured. If not, emails wait. */
  mailReady: boolean;
}

type CreatorAccessRoutes = Pick<
  Routes,
  | 'createCreatorLink'
  | 'createCreatorEmbedToken'
  | 'requestCreatorLink'
  | 'openCreatorPage'
  | 'getCreatorSession'
  | 'closeCreatorPage'
  | 'changeCreatorEmails'
  | 'requestOwnEmail'
  | 'confirmOwnEmail'
  | 'inviteCreator'
  | 'viewCreatorPage'
>;

export const creatorAccessRoutes = ({
  db,
  secretKey,
  publicUrl,
  background,
  mailReady,
}: CreatorAccessParts): CreatorAccessRoutes => ({
  createCreatorLink: async ({ params, now }) => {
    const { token, expiresAt } = await createLink(db, secretKey, params.creator_id, now);
    return { url: linkUrl(publicUrl(), token), expires_at: isoInstant(expiresAt) };
  },
  createCreatorEmbedToken: async ({ params, now }) => {
    const { token, expiresAt } = await createEmbedToken(db, params.creator_id, now);
    return { token, url: embedUrl(publicUrl(), token), expires_at: isoInstant(expiresAt) };
  },
  requestCreatorLink: async ({ body, now }) => {
    background.add(() => mailLinks(db, body.email, now));
    return { accepted: true };
  },
  inviteCreator: async ({ params, principal: { staffId }, now }) => {
    const { email, expiresAt } = await invite(db, { staffId, creatorId: params.creator_id }, now);
    return { email, expires_at: isoInstant(expiresAt), mail_ready: mailReady };
  },
  viewCreatorPage: async ({ params, principal: { staffId }, now }) => {
    const asked = { staffId, creatorId: params.creator_id };
    const { token, expiresAt } = await createView(db, secretKey, asked, now);
    return { url: linkUrl(publicUrl(), token), expires_at: isoInstant(expiresAt) };
  },
  openCreatorPage: async ({ body, now }) => {
    const { token, creatorId, kind, expiresAt } = await openPage(db, secretKey, body.token, now);
    const account = await readOwnAccount(db, creatorId);
    if (!body.cookie) return { ...sessionOut(account, { session: kind, expiresAt }), token };
    const opened = sessionOut(account, { session: kind, expiresAt, csrfToken: csrfTokenOf(token) });
    const headers = { 'Set-Cookie': sessionCookie('creator', publicUrl(), token) };
    return { rendered: { status: 201, body: JSON.stringify({ ...opened, token: null }), headers } };
  },
  getCreatorSession: async ({ principal }) => sessionOut(await readOwnAccount(db, principal.creatorId), principal),
  closeCreatorPage: async ({ principal: { tokenHash, csrfToken } }) => {
    await closePage(db, tokenHash);
    if (csrfToken === undefined) return { signed_out: true };
    const headers = { 'Set-Cookie': sessionCookie('creator', publicUrl(), null) };
    return { rendered: { status: 200, body: JSON.stringify({ signed_out: true }), headers } };
  },
  changeCreatorEmails: async ({ body: { daily_results }, principal, now }) => {
    await changeEmails(db, principal.creatorId, daily_results, now);
    return { daily_results };
  },
  requestOwnEmail: async ({ body, principal, now }) => {
    await requestAddress(db, principal.creatorId, body.email, now);
    return { accepted: true };
  },
  confirmOwnEmail: async ({ body, now }) => ({ email: await confirmAddress(db, secretKey, body.token, now) }),
});

const sessionOut = (
  { creator, organisation }: OwnAccount,
  { session, expiresAt, csrfToken }: Pick<CreatorPrincipal, 'session' | 'expiresAt' | 'csrfToken'>,
): AnswerOf<Endpoints['getCreatorSession']> => ({
  creator_id: creator.creator_id,
  display_name: creator.display_name,
  email: creator.email,
  daily_results: creator.unsubscribed_at === null,
  organisation: organisation.name,
  currency: organisation.currency,
  time_zone: organisation.time_zone,
  is_view: session === 'view',
  expires_at: isoInstant(expiresAt),
  ...(csrfToken === undefined ? {} : { csrf_token: csrfToken }),
});
