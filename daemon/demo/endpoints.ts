import type { Database } from '../db/database.ts';
import { createWebhook } from '../features/webhooks/change-webhook.ts';

/** URLs of the organisation's own servers; the host names do not exist. */
export const ENDPOINTS = {
  /** Receives the messages for the back office, and responds. */
  steady: 'https://hooks.skyhold.example/redeemd',
  /** Belongs to a server that was shut down. The endpoint was not removed. */
  abandoned: 'https://fan-site.skyhold.example/api/codes',
} as const;

/** @returns the ID of the abandoned endpoint */
export async function makeEndpoints(db: Database, staffId: number, at: number): Promise<number> {
  const { secretKey } = db.keys;
  if (!secretKey) throw new Error('The demo requires a secret key for its endpoints');
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
