import type { WebhookEventType } from '../../../daemon/contract/webhook-events.ts';
import type { Receiver } from '../servers/receiver.ts';
import { type DatabaseKind, startTestDaemon, type TestDaemonOptions } from '../world/daemon.ts';
import { addCode, addCreatorCode, runningCampaign } from './campaigns.ts';
import { type Ask, apiKey, asking, bearer, done } from './test-client.ts';

export const LOOPBACK_OPEN = { REDEEMD_ALLOW_PRIVATE_WEBHOOKS: '127.0.0.0/8' };

/** A daemon that may reach this machine, with a code to redeem and a clock that can be moved on. */
export async function webhookWorld(database: DatabaseKind, options: TestDaemonOptions = {}) {
  let ahead = 0;
  const clock = () => Date.now() + ahead;
  const daemon = await startTestDaemon({ database, env: LOOPBACK_OPEN, clock, ...options });
  const campaignId = await runningCampaign(daemon);
  const { code } = await addCode(daemon, campaignId, 'GIFT');
  const base = await addCode(daemon, campaignId, 'BASE', { use_as_referral: 'Y' });
  const staff = asking(daemon.url, bearer(daemon.ownerToken));
  const game = asking(daemon.url, apiKey(daemon.serverKey));
  let serial = 0;
  const redeem = async (wished = code): Promise<string> => {
    serial += 1;
    const body = { user_id: `user-${serial}`, code: wished };
    return done(await game('POST', '/v1/redemption-codes/use/redeem', body)).redemption_id;
  };
  return {
    daemon,
    staff,
    game,
    campaignId,
    code,
    base: base.code,
    redeem,
    redeemMany: (count: number) => Promise.all(Array.from({ length: count }, () => redeem())),
    creatorCode: (creatorId: string) => addCreatorCode(daemon, creatorId, base.code),
    subscribe: (receiver: Pick<Receiver, 'url'>, ...events: WebhookEventType[]) =>
      subscribe(staff, receiver, ...events),
    deliveries: async (query = '') => done(await staff('GET', `/v1/admin/deliveries?limit=100${query}`)).data,
    outbox: async (query = '') => done(await staff('GET', `/v1/admin/outbox?limit=100${query}`)).data,
    /** Moves the daemon's clock on. */
    pass: (ms: number) => {
      ahead += ms;
    },
    clock,
  };
}

export async function subscribe(staff: Ask, { url }: Pick<Receiver, 'url'>, ...events: WebhookEventType[]) {
  const body = { url, events: events.length > 0 ? events : ['redemption.succeeded'] };
  return done(await staff('POST', '/v1/admin/webhooks', body)) as { webhook_id: number; secret: string };
}

export type WebhookWorld = Awaited<ReturnType<typeof webhookWorld>>;
