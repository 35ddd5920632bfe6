import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { listenCommand } from '../../daemon/cli/listen.ts';
import { readConfig } from '../../daemon/config.ts';
import { done } from '../support/http/test-client.ts';
import { subscribe, webhookWorld } from '../support/http/webhooks.ts';
import { answering, type Receiver, startReceiver, verified } from '../support/servers/receiver.ts';
import { testEnv } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';
import { until } from '../support/world/wait-until.ts';

const FORWARDED = /^redemption\.succeeded .+: 204$/gm;

describe.each(STORY_DATABASES)('redeemd listen on %s', (database) => {
  let world: Awaited<ReturnType<typeof webhookWorld>>;
  let production: Receiver;
  let developer: Receiver;
  let webhook: { webhook_id: number; secret: string };
  let printed = '';
  beforeAll(async () => {
    world = await webhookWorld(database);
    [production, developer] = [await startReceiver(), await startReceiver()];
    await world.redeem();
    webhook = await world.subscribe(production, 'redemption.succeeded');
  });
  afterAll(async () => {
    await world?.daemon.close();
    await production?.close();
    await developer?.close();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    printed = '';
  });
  const listen = (options: { webhook?: number } = {}) => {
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed += text;
      return true;
    });
    const end = new AbortController();
    // The settings allow no private network; the command's address is allowed because the operator names it.
    const config = readConfig(testEnv(world.daemon.databaseUrl));
    const listening = listenCommand(config, { forwardTo: developer.url, ...options }, end.signal);
    const stop = async () => {
      end.abort();
      await listening;
    };
    return { listening, stop, isReady: () => until('it listens', () => printed.includes('Ctrl+C')) };
  };

  test('forwards each new message once, in order, signed with the endpoint’s secret', async () => {
    await world.redeem();
    await until('the earlier message is delivered', () => production.received.length === 1);
    const { stop, isReady } = listen();
    await isReady();
    const claims: string[] = [];
    for (let at = 0; at < 5; at += 1) claims.push(await world.redeem());
    // Stopping the command before the last response would cut off that message.
    await until('all are forwarded', () => (printed.match(FORWARDED) ?? []).length >= 5);
    await stop();
    const forwarded = developer.received.map((request) => verified(request, webhook.secret) as { data: object });
    expect(forwarded.map(({ data }) => data)).toMatchObject(claims.map((redemption_id) => ({ redemption_id })));
    await until('the daemon delivers them, too', () => production.received.length === 6);
    const ids = (receiver: Receiver) => receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids(production).slice(1)).toEqual(expect.arrayContaining(ids(developer)));
    expect(printed.match(FORWARDED)).toHaveLength(5);
  });

  test('continues if the address does not accept a message', async () => {
    developer.received.length = 0;
    developer.behave(answering(500, 'broken'));
    const { stop, isReady } = listen({ webhook: webhook.webhook_id });
    await isReady();
    await world.redeem();
    await world.redeem();
    await until('both were attempted', () => developer.received.length === 2);
    await until('both are reported', () => printed.split(': 500').length === 3);
    await stop();
  });

  test('lists the endpoints if it cannot choose one', async () => {
    await expect(listen({ webhook: 999 }).listening).rejects.toThrow('There is no active webhook endpoint 999.');
    const second = await subscribe(world.staff, production, 'campaign.ended');
    const both = `${webhook.webhook_id}, ${second.webhook_id}`;
    await expect(listen().listening).rejects.toThrow(`Name a webhook endpoint with --webhook: ${both}.`);
    for (const { webhook_id } of [webhook, second]) {
      const params = { webhook_id };
      done(await world.staff.edit('changeWebhook', { params, body: { active: false } }));
    }
    await expect(listen().listening).rejects.toThrow('There is no active webhook endpoint.');
  });
});
