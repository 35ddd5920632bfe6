import type { Database } from '../db/database.ts';
import { createWebhook } from '../features/webhooks/change-webhook.ts';

/** Addresses of the studio's own servers; the names do not exist. */
export const ENDPOINTS = {
  /** Receives the events for the back office, and answers. */
  steady: 'https://hooks.skyhold.example/redeemd',
  /** An endpoint that was shut down without removing it here. */
  abandoned: 'https://fan-site.skyhold.example/api/codes',
} as const;

/** @returns the id of the abandoned one */
export async function makeEndpoints(db: Database, staffId: number, at: number): Promise<number> {
  const { secretKey } = db.keys;
  if (!secretKey) throw new Error('The demo needs a secret key for its endpoints');
  const by = { db, secretKey, opened: [], staffId, now: at };
  await createWebhook(by, {
    url: ENDPOINTS.steady,
    events: ['code.created', 'payout.prepared', 'payout.approved', 'payout.voided', 'campaign.ended'],
  });
  const abandoned = await createWebhook(by, {
    url: ENDPOINTS.abandoned,
    events: ['creator_code.approved', 'creator_code.rejected'],
  });
  return abandoned.row.webhook_id;
}
