import { randomUUID } from 'node:crypto';
import { and, isNotNull, sql } from 'drizzle-orm';
import { confirmAddress, requestAddress } from '../../../daemon/features/creator-access/change-address.ts';
import { linkToken } from '../../../daemon/features/creator-access/creator-access-rules.ts';
import { mailLinks } from '../../../daemon/features/creator-access/creator-links.ts';
import { showName } from '../../../daemon/features/leaderboards/read-leaderboards.ts';
import { secretKeyOf } from '../../../daemon/lib/keyed.ts';
import { AUDITED_CALLS, worldOf } from '../contract/audited-calls.ts';
import { addCode, addCreatorCode, moveCampaign, runningCampaign } from '../http/campaigns.ts';
import { paymentEvent } from '../http/earnings.ts';
import { apiKey, done } from '../http/test-client.ts';
import { subscribe } from '../http/webhooks.ts';
import type { Receiver } from '../servers/receiver.ts';
import type { TestDaemon } from '../world/daemon.ts';
import { until } from '../world/wait-until.ts';
import { FILLED } from './filled-rows.ts';
import type { Recording } from './record-statements.ts';

export interface Played {
  daemon: TestDaemon;
  recording: Pick<Recording, 'by'>;
}

/** Sends every kind of request that a game sends, with each outcome. */
export async function playGame({ daemon, recording }: Played): Promise<void> {
  const { owner, server } = daemon;
  const campaignId = await runningCampaign(daemon);
  const paused = await runningCampaign(daemon);
  await addCode(daemon, campaignId, 'GAME-ONCE', { usage_limit: 1 });
  await addCode(daemon, campaignId, 'GAME-OFF', { active: 'N' });
  await addCode(daemon, paused, 'GAME-PAUSED');
  await addCode(daemon, campaignId, 'GAME-BASE', { use_as_referral: 'Y', creator_usage_limit: 100 });
  done(await moveCampaign(daemon, paused, 'pause'));
  recording.by('createCreatorCode');
  const { code } = await addCreatorCode(daemon, 'game creator', 'GAME-BASE');
  const wish = { creator_id: 'wishing', redemption_code: 'GAME-BASE', code: 'GAME-WISH' };
  const { code_id } = done(await server.call('createCreatorCode', { body: wish }));
  recording.by('decideCreatorCode');
  done(await server.call('decideCreatorCode', { params: { code_id }, body: { decision: 'approve' } }));
  const redeems: [user: string, code: string, outcome: number][] = [
    ['fan', code, 200],
    ['first', 'GAME-ONCE', 200],
    ['first', 'GAME-ONCE', 409],
    ['second', 'GAME-ONCE', 400],
    ['game creator', code, 400],
    ...['GAME-OFF', 'GAME-PAUSED', 'GAME-BASE'].map((no): [string, string, number] => ['second', no, 400]),
    ['second', 'GAME-NONE', 404],
  ];
  for (const [user_id, wanted, outcome] of redeems) {
    recording.by('redeem');
    const redeemed = await server.call('redeem', { body: { user_id, code: wanted } });
    if (redeemed.status !== outcome) throw new Error(`${user_id}, ${wanted}: ${JSON.stringify(redeemed.body)}`);
    recording.by('validate');
    await server.call('validate', { body: { user_id, code: wanted } });
  }
  await redeemByKey({ daemon, recording }, code);
  await playPayments({ daemon, recording });
  await playEvents({ daemon, recording });
  recording.by('the metrics');
  for (const path of ['/metrics', '/readyz']) await (await fetch(daemon.url + path)).text();
  done(await owner.call('listJobs'));
}

/** Redeems twice with the same key, then reports on the claim. */
async function redeemByKey({ daemon, recording }: Played, code: string) {
  recording.by('redeem');
  const send = () =>
    fetch(`${daemon.url}/v1/redemption-codes/use/redeem`, {
      method: 'POST',
      headers: { ...apiKey(daemon.serverKey), 'Content-Type': 'application/json', 'Idempotency-Key': 'a key' },
      body: JSON.stringify({ user_id: 'keyed', code }),
    });
  await (await send()).text();
  const replayed = await send();
  if (!replayed.headers.get('idempotent-replayed')) throw new Error('The same key was not replayed');
  const { redemption_id } = (await replayed.json()) as { redemption_id: string };
  recording.by('reportRedemption');
  done(await daemon.server.call('reportRedemption', { body: { redemption_id, status: 'failed' } }));
}

async function playPayments({ daemon: { server }, recording }: Played) {
  recording.by('payments');
  const of = (amount: number, change: object = {}) => paymentEvent('fan', amount, Date.now(), change);
  const paid = of(50, { transaction_id: 'paid' });
  const requests: [body: object, outcome: number][] = [
    [
      {
        id: 'request',
        events: [paid, of(20), paymentEvent('first', 7, Date.now()), paymentEvent('unknown', 1, Date.now())],
      },
      200,
    ],
    [{ id: 'request', events: [paid] }, 409],
    [{ events: [paid] }, 200],
    [{ events: [of(-10, { transaction_id: 'back', refund_of: 'paid' }), of(-5)] }, 200],
    [{ events: [of(-1, { refund_of: 'later' })] }, 200],
    [{ events: [of(1, { transaction_id: 'later' })] }, 200],
  ];
  for (const [body, outcome] of requests) {
    const { status, body: answer } = await server.send('POST', '/v1/game/game-event', body);
    if (status !== outcome) throw new Error(JSON.stringify(answer));
  }
}

async function playEvents({ daemon: { owner, server }, recording }: Played) {
  recording.by('saveTrackingPlan');
  const plan_json = '{"properties":{"shop":{"properties":{"closed":true}}}}';
  done(await owner.call('saveTrackingPlan', { body: { game_id: 'game', plan_json, version: 0 } }));
  recording.by('SDK events');
  const event = {
    ...{ event_type: 'shop', event: { event_sub_type: 'opened', event_details: {} }, game_id: 'game', app_details: {} },
    ...{ created_at: new Date().toISOString(), session_id: randomUUID(), event_id: randomUUID(), anon_id: 'anon_1' },
  };
  for (const user_id of ['anon_1', 'fan', 'fan'])
    done(await server.send('POST', '/v1/game/game-event', { events: [{ ...event, user_details: { user_id } }] }));
  const known = { ...event, event_id: randomUUID(), user_details: { user_id: 'fan' } };
  done(await server.send('POST', '/v1/game/game-event', { events: [known] }));
}

/** Calls each endpoint through which staff change data, once. */
export async function playStaff({ daemon, recording }: Played): Promise<void> {
  for (const [name, call] of Object.entries(AUDITED_CALLS)) {
    // The jobs run before each call. Otherwise, they could create the run of a campaign that has ended between the
    // creation of another run and its voiding.
    recording.by('the jobs');
    await daemon.runDueJobs();
    recording.by(name);
    const { status, body } = await call(worldOf(daemon, async () => {}));
    if (status >= 300) throw new Error(`${name}: ${JSON.stringify(body)}`);
  }
}

/** Opens a creator's page through a link, and emails another link. */
export async function playCreators({ daemon, recording }: Played): Promise<void> {
  const params = { creator_id: FILLED.creator };
  recording.by('createCreatorLink');
  const { url } = done(await daemon.server.call('createCreatorLink', { params }));
  recording.by('openCreatorPage');
  done(await daemon.client.call('openCreatorPage', { body: { token: url.split('#link=')[1] ?? '' } }));
  recording.by('changeCreator');
  const email = 'streamer@example.test';
  done(await daemon.owner.edit('changeCreator', { params, body: { email } }));
  recording.by('requestCreatorLink');
  await mailLinks(daemon.db, email, Date.now());
  recording.by('requestOwnEmail');
  await requestAddress(daemon.db, FILLED.creator, 'other@example.test', Date.now());
  recording.by('confirmOwnEmail');
  const [link] = await daemon.db.read(({ db, t: { creator_links: l } }) =>
    db
      .select({ id: l.link_id })
      .from(l)
      .where(and(isNotNull(l.new_email), sql`lower(${l.new_email}) = 'other@example.test'`)),
  );
  const secretKey = secretKeyOf('the secret of this address');
  await confirmAddress(daemon.db, secretKey, linkToken(secretKey, link?.id ?? 0), Date.now());
  recording.by('changeLeaderboardName');
  await showName(daemon.db, FILLED.creator, true);
  recording.by('mergeCreator');
  done(await daemon.owner.call('mergeCreator', { params, body: { into: FILLED.otherCreator } }));
  recording.by('undoCreatorMerge');
  done(await daemon.owner.call('undoCreatorMerge', { params }));
}

/** Delivers messages to an endpoint that refuses the first one and accepts the others. */
export async function playDelivery({ daemon, recording }: Played, receiver: Receiver): Promise<void> {
  recording.by('the outbox');
  await subscribe(daemon.owner, receiver, 'code.created', 'redemption.succeeded', 'payout.prepared');
  const campaignId = await runningCampaign(daemon);
  receiver.behave((response) => void response.writeHead(500).end());
  await addCode(daemon, campaignId, 'SENT-1');
  await until('a message that is refused', () => receiver.received.length > 0);
  receiver.behave((response) => void response.writeHead(204).end());
  await addCode(daemon, campaignId, 'SENT-2');
  done(await daemon.server.call('redeem', { body: { user_id: 'sent', code: 'SENT-2' } }));
  await until('a message that is accepted', () => receiver.received.length > 2);
}

/** Runs the jobs, with work for each of them: a day and a campaign have ended, and some rows are too old. */
export async function playJobs({ daemon, recording }: Played, pass: (ms: number) => void): Promise<void> {
  const { owner } = daemon;
  const body = { event_days: 11, payout_email: 'finance@example.test' };
  done(await owner.edit('changeSettings', { body }));
  const creator = { params: { creator_id: 'game creator' }, body: { email: 'creator@example.test' } };
  done(await owner.edit('changeCreator', creator));
  recording.by('the jobs');
  await daemon.runDueJobs();
  pass(26 * 3_600_000);
  await daemon.runDueJobs();
}
