import type { WebhookEventType } from '../../../daemon/contract/words.ts';
import type { Receiver } from '../servers/receiver.ts';
import { type DatabaseKind, startTestDaemon, type TestDaemonOptions } from '../world/daemon.ts';
import { addCode, addCreatorCode, runningCampaign } from './campaigns.ts';
import { done, type QueryFor, type TestClient } from './test-client.ts';

export const LOOPBACK_OPEN = { REDEEMD_ALLOW_PRIVATE_WEBHOOKS: '127.0.0.0/8' };

/** On a busy machine, opening a thousand connections, one per request, would take longer than the client waits. */
const AT_ONCE = 200;

/** Starts a daemon whose webhooks may reach this machine, with a code to redeem and a clock that tests can move. */
export async function webhookWorld(database: DatabaseKind, options: TestDaemonOptions = {}) {
  let ahead = 0;
  const clock = () => Date.now() + ahead;
  const daemon = await startTestDaemon({ database, env: LOOPBACK_OPEN, clock, ...options });
  const campaignId = await runningCampaign(daemon);
  const { code } = await addCode(daemon, campaignId, 'GIFT');
  const base = await addCode(daemon, campaignId, 'BASE', { use_as_referral: 'Y' });
  const staff = daemon.owner;
  const game = daemon.server;
  let serial = 0;
  const redeem = async (requested = code): Promise<string> => {
    serial += 1;
    const body = { user_id: `user-${serial}`, code: requested };
    return done(await game.call('redeem', { body })).redemption_id;
  };
  return {
    daemon,
    staff,
    game,
    campaignId,
    code,
    base: base.code,
    redeem,
    async redeemMany(count: number) {
      const made: Awaited<ReturnType<typeof redeem>>[] = [];
      while (made.length < count) {
        const some = Math.min(AT_ONCE, count - made.length);
        made.push(...(await Promise.all(Array.from({ length: some }, () => redeem()))));
      }
      return made;
    },
    creatorCode: (creatorId: string) => addCreatorCode(daemon, creatorId, base.code),
    subscribe: (receiver: Pick<Receiver, 'url'>, ...events: WebhookEventType[]) =>
      subscribe(staff, receiver, ...events),
    deliveries: async (query: QueryFor<'listDeliveries'> = {}) =>
      done(await staff.call('listDeliveries', { query: { limit: 100, ...query } })).data,
    outbox: async (query: QueryFor<'listOutbox'> = {}) =>
      done(await staff.call('listOutbox', { query: { limit: 100, ...query } })).data,
    /** Moves the daemon's clock forward. */
    pass: (ms: number) => {
      ahead += ms;
    },
    clock,
  };
}

/** Creates a webhook endpoint. @returns its ID, and the secret that signs its messages */
export async function subscribe(
  staff: TestClient,
  { url }: Pick<Receiver, 'url'>,
  ...events: WebhookEventType[]
): Promise<{ webhook_id: number; secret: string }> {
  const body = { url, events: events.length > 0 ? events : ['redemption.succeeded' as const] };
  return done(await staff.call('createWebhook', { body }));
}

export type WebhookWorld = Awaited<ReturnType<typeof webhookWorld>>;
