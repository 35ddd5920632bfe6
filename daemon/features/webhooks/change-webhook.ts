import { randomBytes } from 'node:crypto';
import { fieldFault } from '../../contract/field-faults.ts';
import { AppError } from '../../contract/refusals.ts';
import { refuseStale, type VersionRead } from '../../contract/versions.ts';
import type { WebhookEventType } from '../../contract/words.ts';
import type { Database, Handle } from '../../db/database.ts';
import { type Page, type PageQuery, pageOf } from '../../db/query/listing.ts';
import { changesBetween } from '../../domain/audit/field-changes.ts';
import { type Network, urlFault } from '../../domain/reachable-addresses.ts';
import { changedFields } from '../../lib/changed-fields.ts';
import { type SecretKey, seal } from '../../lib/keyed.ts';
import { recordAudit } from '../audit/audit-store.ts';
import {
  findWebhook,
  findWebhookForUpdate,
  insertWebhook,
  listWebhookRows,
  updateBreaker,
  updateWebhook,
  type WebhookRow,
} from './webhooks-store.ts';

export interface WebhookFields {
  url: string;
  events: WebhookEventType[];
  active?: boolean | undefined;
}
/** The member of staff who makes the change, and the parts of the daemon needed for it. */
export interface WebhookWriter {
  db: Database;
  secretKey: SecretKey;
  opened: readonly Network[];
  staffId: number;
  now: number;
}
/** An endpoint with its secret, which is shown only when it is created or replaced. */
export interface ShownWebhook {
  row: WebhookRow;
  secret: string;
}

const SECRET_BYTES = 32;
const DEFAULT_OVERLAP_SECONDS = 86_400;

/** Returns a secret in the format of Standard Webhooks. */
const makeSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

export const listWebhooks = (db: Database, query: PageQuery): Promise<Page<WebhookRow>> =>
  db.read(async (handle) => {
    const { rows, total } = await listWebhookRows(handle, query);
    return pageOf(query, rows, total);
  });

export async function getWebhook(db: Database, webhookId: number): Promise<WebhookRow> {
  const webhook = await db.read((handle) => findWebhook(handle, webhookId));
  if (!webhook) throw new AppError('not_found');
  return webhook;
}

/** An endpoint to change, with the version that the client read. */
export interface ReadWebhook extends VersionRead {
  webhookId: number;
}

async function getForUpdate(handle: Handle, { webhookId, version }: ReadWebhook): Promise<WebhookRow> {
  const webhook = await findWebhookForUpdate(handle, webhookId);
  if (!webhook) throw new AppError('not_found');
  refuseStale(webhook, { version });
  return webhook;
}

export async function createWebhook(by: WebhookWriter, { url, events, active = true }: WebhookFields) {
  refuseUrl(by, url);
  const secret = makeSecret();
  const row = await by.db.write(async (handle) => {
    const sealed = seal(by.secretKey, secret);
    const made = await insertWebhook(handle, { url, events, active, secret: sealed, created_at: by.now });
    await recordAudit(handle, entryOf(by, 'webhook.create', made, null, auditView(made)), by.now);
    return made;
  });
  return { row, secret };
}

/** Changes an endpoint and ends its pause, because the change may have fixed the endpoint. */
export async function changeWebhook(by: WebhookWriter, asked: ReadWebhook, fields: Partial<WebhookFields>) {
  const { url, events, active } = fields;
  if (url !== undefined) refuseUrl(by, url);
  return by.db.write(async (handle) => {
    const before = await getForUpdate(handle, asked);
    const disabled_reason = (active ?? before.active) ? null : undefined;
    const set = changedFields(before, { url, events, active, disabled_reason });
    const anew = { failures: 0, paused_until: null };
    if (!set) return updateBreaker(handle, asked.webhookId, anew);
    const after = await updateWebhook(handle, asked.webhookId, { ...set, ...anew, updated_at: by.now });
    const changes = changesBetween(auditView(before), auditView(after));
    if (changes) await recordAudit(handle, entryOf(by, 'webhook.change', after, changes.before, changes.after), by.now);
    return after;
  });
}

/** Replaces the secret. Receivers can verify with either secret until the overlap ends. */
export async function rotateWebhook(
  by: WebhookWriter,
  asked: ReadWebhook,
  overlapSeconds = DEFAULT_OVERLAP_SECONDS,
): Promise<ShownWebhook> {
  const secret = makeSecret();
  const row = await by.db.write(async (handle) => {
    const before = await getForUpdate(handle, asked);
    const until = overlapSeconds === 0 ? null : by.now + overlapSeconds * 1000;
    const after = await updateWebhook(handle, asked.webhookId, {
      secret: seal(by.secretKey, secret),
      old_secret: until === null ? null : before.secret,
      old_secret_until: until,
      updated_at: by.now,
    });
    const view = { old_secret_until: until === null ? null : new Date(until) };
    await recordAudit(handle, entryOf(by, 'webhook.rotate', after, null, view), by.now);
    return after;
  });
  return { row, secret };
}

export const removeWebhook = (by: WebhookWriter, asked: ReadWebhook): Promise<WebhookRow> =>
  by.db.write(async (handle) => {
    const before = await getForUpdate(handle, asked);
    // The secrets are deleted, but the row is kept: if the ID were reused, the old endpoint's messages would go to the
    // new one.
    const gone = { active: false, secret: '', old_secret: null, old_secret_until: null };
    const after = await updateWebhook(handle, asked.webhookId, { ...gone, updated_at: by.now, removed_at: by.now });
    await recordAudit(handle, entryOf(by, 'webhook.remove', after, auditView(before), null), by.now);
    return after;
  });

function refuseUrl({ opened }: WebhookWriter, url: string) {
  const code = urlFault(url, opened);
  if (code) throw new AppError({ code: 'invalid_request', errors: [fieldFault('', ['url'], code)] });
}

const auditView = ({ url, events, active }: WebhookRow) => ({ url, events, active });

const entryOf = (
  { staffId }: WebhookWriter,
  action: string,
  { webhook_id }: WebhookRow,
  before: object | null,
  after: object | null,
) => ({ staffId, action, entity: 'webhook', entityId: webhook_id, before, after });
