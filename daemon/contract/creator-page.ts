import { z } from 'zod';
import { open, signIn } from './admin/access.ts';
import { codeOfCreator } from './admin/creator-account.ts';
import { carryReason, lineOut, paymentStatus, runOut, statementFigures } from './admin/payout-shapes.ts';
import { periodFigures } from './admin/period-figures.ts';
import { ownAccount, ownChange, ownRead } from './creator-sessions.ts';
import { define } from './endpoint.ts';
import { email, instant, instantOut, listOf, moneyOut, pageQuery, pathId, personId } from './fields.ts';
import { codeTyped } from './redemptions.ts';
import { creatorCode, NEW_CODE_REFUSALS } from './v1.ts';

// The creator page: how it is opened, and what it shows. With a creator's session, all endpoints return only that
// creator's data.

const server = { kind: 'key', keys: ['server'], scopes: ['creators'] } as const;
const creatorId = z.object({ creator_id: personId });
const linkToken = z.string().min(1).max(200);

const sessionOut = z.object({
  creator_id: z.string(),
  display_name: z.string().nullable(),
  email: z.string().nullable(),
  /** Whether the creator receives daily results by email. */
  daily_results: z.boolean(),
  organisation: z.string(),
  currency: z.string(),
  time_zone: z.string(),
  /** Whether staff are viewing the page. If so, nothing can be changed and payout details are hidden. */
  is_view: z.boolean(),
  expires_at: instantOut,
  /** Present only if the session is in a cookie. Each change must then send it as `X-CSRF-Token`. */
  csrf_token: z.string().optional(),
});

const statementOut = z.object({
  statement_id: z.number(),
  /** The creator of the session, or a creator who was merged into them. */
  creator_id: z.string(),
  creator_name: z.string().nullable(),
  ...statementFigures,
  carried_in: moneyOut,
  payable: moneyOut,
  carried_out: moneyOut,
  carry_reason: carryReason.nullable(),
  payout_method: z.string().nullable(),
  payout_address: z.string().nullable(),
  reference: z.string(),
  payment_status: paymentStatus,
  voided_at: instantOut.nullable(),
  paid_at: instantOut.nullable(),
  run: runOut.pick({ kind: true, status: true, period_start: true, period_end: true, time_zone: true }),
});

export const creatorPageEndpoints = {
  createCreatorLink: define({
    method: 'POST',
    path: '/v1/creators/{creator_id}/link',
    summary: 'Create a link that opens a creator’s page once, within 15 minutes, and signs the creator in for 12 hours',
    access: server,
    params: creatorId,
    answer: { status: 201, schema: z.object({ url: z.string(), expires_at: instantOut }) },
    refusals: ['not_found'],
  }),
  createCreatorEmbedToken: define({
    method: 'POST',
    path: '/v1/creators/{creator_id}/embed-token',
    summary: 'Create a token that is valid for one hour, and a URL that shows a creator’s page in a frame',
    access: server,
    params: creatorId,
    answer: { status: 201, schema: z.object({ token: z.string(), url: z.string(), expires_at: instantOut }) },
    refusals: ['not_found'],
  }),
  requestCreatorLink: define({
    method: 'POST',
    path: '/creator/request-link',
    summary: 'Request a link to your page by email; the response does not reveal whether the address is known',
    access: open,
    body: z.strictObject({ email: z.string().min(1).max(320) }),
    answer: { status: 202, schema: z.object({ accepted: z.literal(true) }) },
    refusals: [],
  }),
  openCreatorPage: define({
    method: 'POST',
    path: '/v1/creator/session',
    summary:
      'Open the page with the token from a link, which can be used once; with cookie: true, the session is in a cookie for 12 hours',
    access: signIn,
    body: z.strictObject({ token: linkToken, cookie: z.boolean().optional() }),
    /** Null if the session is in a cookie, so that the page cannot read the token. */
    answer: { status: 201, schema: sessionOut.extend({ token: z.string().nullable() }) },
    refusals: ['invalid_credentials', 'csrf'],
  }),
  getCreatorSession: define({
    method: 'GET',
    path: '/v1/creator/session',
    summary: 'Get the creator of this session',
    access: ownRead,
    maxBehindMs: 0,
    answer: { status: 200, schema: sessionOut },
    refusals: [],
  }),
  closeCreatorPage: define({
    method: 'DELETE',
    path: '/v1/creator/session',
    summary: 'End this session',
    access: ownRead,
    answer: { status: 200, schema: z.object({ signed_out: z.literal(true) }) },
    refusals: [],
  }),
  changeCreatorEmails: define({
    method: 'POST',
    path: '/v1/creator/emails',
    summary: 'Choose whether to receive daily results by email',
    access: ownChange,
    body: z.strictObject({ daily_results: z.boolean() }),
    answer: { status: 200, schema: z.object({ daily_results: z.boolean() }) },
    refusals: [],
  }),
  requestOwnEmail: define({
    method: 'POST',
    path: '/v1/creator/email',
    summary:
      'Request a new email address; it applies once the link sent to it has been opened, which must happen within 15 minutes',
    access: ownAccount,
    body: z.strictObject({ email }),
    answer: { status: 202, schema: z.object({ accepted: z.literal(true) }) },
    refusals: ['duplicate'],
  }),
  confirmOwnEmail: define({
    method: 'POST',
    path: '/v1/creator/email/confirm',
    summary: 'Confirm a new email address with the token from the link sent to it; the old address is notified',
    access: signIn,
    body: z.strictObject({ token: linkToken }),
    answer: { status: 200, schema: z.object({ email: z.string() }) },
    refusals: ['invalid_credentials', 'csrf'],
  }),
  listOwnCodes: define({
    method: 'GET',
    path: '/v1/creator/codes',
    summary: 'List your codes with claims, revenue and commission so far, newest first',
    access: ownRead,
    query: z.strictObject(pageQuery),
    answer: { status: 200, schema: listOf(codeOfCreator).extend({ total_commission: moneyOut }) },
    refusals: [],
  }),
  requestOwnCode: define({
    method: 'POST',
    path: '/v1/creator/codes',
    summary: 'Request a code created from a referral code; if you choose its value, staff may have to approve it',
    access: ownChange,
    body: z.strictObject({ redemption_code: codeTyped, code: z.string().max(255).optional() }),
    answer: { status: 201, schema: creatorCode },
    refusals: NEW_CODE_REFUSALS,
  }),
  getOwnFigures: define({
    method: 'GET',
    path: '/v1/creator/figures',
    summary: 'Get claims, payments and revenue of your codes in a period, by hour or day',
    access: ownRead,
    query: z.strictObject({ from: instant.optional(), to: instant.optional() }),
    answer: { status: 200, schema: z.object(periodFigures) },
    refusals: [],
  }),
  listOwnStatements: define({
    method: 'GET',
    path: '/v1/creator/statements',
    summary: 'List your statements in approved payout runs, newest first',
    access: ownRead,
    query: z.strictObject(pageQuery),
    answer: { status: 200, schema: listOf(statementOut) },
    refusals: [],
  }),
  listOwnStatementLines: define({
    method: 'GET',
    path: '/v1/creator/statements/{statement_id}/lines',
    summary: 'List the lines of one of your statements, one for each campaign',
    access: ownRead,
    params: pathId('statement_id'),
    query: z.strictObject(pageQuery),
    answer: { status: 200, schema: listOf(lineOut.omit({ terms_version: true })) },
    refusals: ['not_found'],
  }),
};
