import { setTimeout as sleep } from 'node:timers/promises';
import { InvalidArgumentError } from 'commander';
import type { Config } from '../config.ts';
import { webAddress } from '../config-forms.ts';
import type { Database } from '../db/database.ts';
import { createEgress } from '../delivery/send/egress.ts';
import { parseNetworks } from '../domain/reachable-addresses.ts';
import { findLastDeliveryId, listDeliveriesAfter } from '../features/deliveries/new-deliveries-store.ts';
import { type Signer, signerOf } from '../features/webhooks/signature-rules.ts';
import { findWebhook, listActiveWebhooks, type WebhookRow } from '../features/webhooks/webhooks-store.ts';
import { withDatabase } from './with-database.ts';

export interface ListenOptions {
  forwardTo: string;
  /** Defaults to the only active webhook endpoint. */
  webhook?: number | undefined;
}

const POLL_MS = 500;
const PAGE = 100;
/** The operator chose the address, so every address is allowed. */
const ANYWHERE = ['0.0.0.0/0', '::/0'];

/**
 * Forwards new messages for a webhook endpoint to another address, in order and signed with the endpoint's secret,
 * until `signal` is aborted. The daemon's own deliveries are not affected.
 */
export async function listenCommand(config: Config, options: ListenOptions, signal: AbortSignal): Promise<void> {
  const egress = createEgress({ opened: parseNetworks(ANYWHERE), environment: config.environmentName });
  const say = (text: string) => process.stdout.write(`${text}\n`);
  try {
    await withDatabase(config, async (db) => {
      const { webhook_id } = await endpointOf(db, options.webhook);
      let last = await db.read((handle) => findLastDeliveryId(handle, webhook_id));
      say(`Forwarding the messages for webhook endpoint ${webhook_id} to ${options.forwardTo}. Press Ctrl+C to stop.`);
      while (!signal.aborted) {
        const found = await db.read((handle) => listDeliveriesAfter(handle, webhook_id, last, PAGE));
        if (found.length === 0) {
          await sleep(POLL_MS, undefined, { signal }).catch(() => {});
          continue;
        }
        const sign = await currentSigner(db, webhook_id);
        for (const { delivery_id, event_type, ...message } of found) {
          last = delivery_id;
          const headers = sign(message, Date.now());
          const attempt = await egress.post(options.forwardTo, headers, message.body, signal);
          if (attempt) say(`${event_type} ${message.message_id}: ${attempt.error ?? attempt.status}`);
        }
      }
    });
  } finally {
    await egress.close();
  }
}

async function endpointOf(db: Database, webhookId: number | undefined): Promise<WebhookRow> {
  const active = await db.read(listActiveWebhooks);
  if (webhookId !== undefined) {
    const chosen = active.find(({ webhook_id }) => webhook_id === webhookId);
    if (!chosen) throw new Error(`There is no active webhook endpoint ${webhookId}.`);
    return chosen;
  }
  const [only, ...others] = active;
  if (!only)
    throw new Error(
      'There is no active webhook endpoint. Create one that is subscribed to the event types that you need.',
    );
  if (others.length > 0)
    throw new Error(
      `Name a webhook endpoint with --webhook: ${active.map(({ webhook_id }) => webhook_id).join(', ')}.`,
    );
  return only;
}

/** Reads the secret again each time, because it may have been rotated. */
async function currentSigner(db: Database, webhookId: number): Promise<Signer> {
  const { secretKey } = db.keys;
  const webhook = await db.read((handle) => findWebhook(handle, webhookId));
  if (!webhook || !secretKey) throw new Error('The webhook endpoint was removed.');
  return signerOf(secretKey, webhook, Date.now());
}

export function parseForwardTo(text: string): string {
  const { success } = webAddress.safeParse(text);
  if (!success) throw new InvalidArgumentError('It must be an http or https URL.');
  return text;
}
