import { InvalidArgumentError } from 'commander';
import type { Config } from '../config.ts';
import { AppError } from '../contract/refusals.ts';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../contract/words.ts';
import { createEgress } from '../delivery/send/egress.ts';
import { parseNetworks } from '../domain/reachable-addresses.ts';
import { testWebhook } from '../features/webhooks/test-webhook.ts';
import { exampleMessage } from '../http/openapi/webhook-operation.ts';
import { withDatabase } from './with-database.ts';

/** Sends an example message to a webhook endpoint, signed with its secret. @returns whether it was accepted */
export async function triggerCommand(config: Config, type: WebhookEventType, webhookId: number): Promise<boolean> {
  const opened = parseNetworks(config.allowPrivateWebhooks);
  const egress = createEgress({ opened, environment: config.environmentName });
  try {
    const { delivered, answer_status, error, ms } = await withDatabase(config, (db) => {
      const { secretKey } = db.keys;
      if (!secretKey) throw new Error('The database has no secret key yet. Start the daemon first.');
      const tester = { db, secretKey, post: egress.post, staffId: null, now: Date.now() };
      return testWebhook(tester, webhookId, { type, data: exampleMessage(type).data });
    }).catch((fault) => {
      if (fault instanceof AppError && fault.problem.code === 'not_found')
        throw new Error(`There is no webhook endpoint ${webhookId}.`);
      throw fault;
    });
    const outcome = error ?? `the endpoint answered ${answer_status}`;
    process.stdout.write(`${type}: ${outcome} (${ms} ms).\n`);
    return delivered;
  } finally {
    await egress.close();
  }
}

export function parseType(text: string): WebhookEventType {
  const type = WEBHOOK_EVENT_TYPES.find((known) => known === text);
  if (!type) throw new InvalidArgumentError(`It must be one of ${WEBHOOK_EVENT_TYPES.join(', ')}.`);
  return type;
}
