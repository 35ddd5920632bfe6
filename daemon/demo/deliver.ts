import { asc, eq, inArray, isNull, max } from 'drizzle-orm';
import type { Database, Handle } from '../db/database.ts';
import { recordAudit } from '../features/audit/audit-store.ts';
import { updateWebhook } from '../features/webhooks/webhooks-store.ts';
import { DAY_MS } from '../lib/clock.ts';
import { emailOf } from './accounts.ts';
import type { Agenda } from './agenda.ts';
import { ENDPOINTS } from './endpoints.ts';

/** The number of messages per step. */
const STEP = 100;
/** How long ago the abandoned endpoint stopped responding, and how long ago it responded with 410. */
const SILENT_MS = 30 * DAY_MS;
const GONE_MS = 9 * DAY_MS;
/** The number of attempts after which the daemon gives up on a delivery. */
const TRIES = 10;
const GIVEN_UP_MS = 3.2 * DAY_MS;

interface Message {
  outbox_id: number;
  event_type: string;
  created_at: number;
}
interface Endpoint {
  webhook_id: number;
  url: string;
  events: string;
}

/**
 * Writes the results of the year's deliveries without sending anything. One endpoint accepted every message, the other
 * stopped responding, and the email about the last run waits for a mail server.
 */
export async function deliverAll(db: Database, now: number): Promise<void> {
  const endpoints = await db.read(({ db, t }) => db.select().from(t.webhooks));
  const newestRun = await db.read(findNewestRun);
  const story = { endpoints, newestRun, now };
  while (await db.write((handle) => deliverSome(handle, story)));
}

/** Plans the instant at which the daemon disables the abandoned endpoint. */
export function planGivingUp(db: Database, agenda: Agenda, webhookId: number, now: number): void {
  const at = now - GONE_MS;
  agenda.plan(at, () => db.write((handle) => giveUp(handle, webhookId, at)));
}

/** Finds the message about the last run. */
async function findNewestRun({ db, t: { outbox } }: Handle): Promise<number | null> {
  const [row] = await db
    .select({ id: max(outbox.outbox_id) })
    .from(outbox)
    .where(eq(outbox.event_type, 'payout.prepared'));
  return row?.id ?? null;
}

interface Story {
  endpoints: readonly Endpoint[];
  newestRun: number | null;
  now: number;
}

/** @returns whether there may be more messages */
async function deliverSome({ db, t }: Handle, { endpoints, newestRun, now }: Story): Promise<boolean> {
  const { outbox } = t;
  const messages = await db
    .select()
    .from(outbox)
    .where(isNull(outbox.spread_at))
    .orderBy(asc(outbox.created_at), asc(outbox.outbox_id))
    .limit(STEP);
  if (messages.length === 0) return false;
  const rows = messages.flatMap((message) => [
    ...endpoints
      .filter((endpoint) => isSubscribed(endpoint, message, now))
      .map(({ webhook_id, url }) => ({
        ...{ outbox_id: message.outbox_id, channel: 'webhook' as const, webhook_id, recipient: null },
        ...(url === ENDPOINTS.abandoned ? answerOfAbandoned(message, now) : taken(message, 200)),
      })),
    ...(message.event_type.startsWith('payout.')
      ? [
          {
            ...{
              outbox_id: message.outbox_id,
              channel: 'mail' as const,
              webhook_id: null,
              recipient: emailOf('finance'),
            },
            ...(message.outbox_id === newestRun ? waiting(message) : taken(message, null)),
          },
        ]
      : []),
  ]);
  if (rows.length > 0) await db.insert(t.deliveries).values(rows);
  const ids = messages.map(({ outbox_id }) => outbox_id);
  await db.update(outbox).set({ spread_at: now }).where(inArray(outbox.outbox_id, ids));
  return true;
}

const isSubscribed = ({ events, url }: Endpoint, { event_type, created_at }: Message, now: number) =>
  (JSON.parse(events) as string[]).includes(event_type) && (url !== ENDPOINTS.abandoned || created_at < now - GONE_MS);

const ANSWER_MS = 180;

const taken = ({ created_at }: Message, status: number | null) => ({
  ...{
    status: 'delivered' as const,
    attempts: 1,
    next_attempt_at: null,
    created_at,
    finished_at: created_at + ANSWER_MS,
  },
  ...{ answer_status: status, answer_text: status === null ? null : '{"ok":true}', error: null },
});

const waiting = ({ created_at }: Message) => ({
  ...{ status: 'pending' as const, attempts: 0, next_attempt_at: created_at, created_at, finished_at: null },
  ...{ answer_status: null, answer_text: null, error: null },
});

function answerOfAbandoned(message: Message, now: number) {
  const { created_at, outbox_id } = message;
  if (created_at < now - SILENT_MS) return taken(message, 204);
  const over = created_at + GIVEN_UP_MS;
  const failed = {
    ...{ status: 'failed' as const, next_attempt_at: null, created_at },
    answer_status: null,
    answer_text: null,
  };
  if (over < now - GONE_MS)
    return { ...failed, attempts: TRIES, finished_at: over, error: 'no complete response within 15 s' };
  return {
    ...failed,
    attempts: 2 + (outbox_id % 7),
    finished_at: now - GONE_MS,
    answer_status: 410,
    answer_text: 'Gone',
    error: null,
  };
}

/** Disables the endpoint, as the daemon does after a 410 response. */
async function giveUp(handle: Handle, webhookId: number, at: number): Promise<void> {
  const after = { active: false, disabled_reason: 'the endpoint answered 410 Gone' };
  await updateWebhook(handle, webhookId, { ...after, updated_at: at });
  const entry = { staffId: null, action: 'webhook.disable', entity: 'webhook', entityId: webhookId };
  await recordAudit(handle, { ...entry, before: { active: true }, after }, at);
}
