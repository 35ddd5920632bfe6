import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { parseType, triggerCommand } from '../../daemon/cli/trigger.ts';
import { readConfig } from '../../daemon/config.ts';
import { webhookBody } from '../../daemon/contract/webhook-events.ts';
import { WEBHOOK_EVENT_TYPES } from '../../daemon/contract/words.ts';
import { done } from '../support/http/test-client.ts';
import { LOOPBACK_OPEN, subscribe } from '../support/http/webhooks.ts';
import { answering, type Received, type Receiver, startReceiver, verified } from '../support/servers/receiver.ts';
import { startTestDaemon, type TestDaemon, testEnv } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

describe.each(STORY_DATABASES)('redeemd trigger on %s', (database) => {
  let daemon: TestDaemon;
  let receiver: Receiver;
  let webhook: { webhook_id: number; secret: string };
  let printed = '';
  beforeAll(async () => {
    daemon = await startTestDaemon({ database, env: LOOPBACK_OPEN });
    receiver = await startReceiver();
    webhook = await subscribe(daemon.owner, receiver, 'campaign.ended');
  });
  afterAll(async () => {
    await daemon?.close();
    await receiver?.close();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    receiver.received.length = 0;
    printed = '';
  });
  const trigger = (type: (typeof WEBHOOK_EVENT_TYPES)[number], id = webhook.webhook_id, env = LOOPBACK_OPEN) => {
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed += text;
      return true;
    });
    return triggerCommand(readConfig({ ...testEnv(daemon.databaseUrl), ...env }), type, id);
  };

  test('sends a signed example of each event type, even of types that the endpoint is not subscribed to', async () => {
    for (const type of WEBHOOK_EVENT_TYPES) {
      expect(await trigger(type)).toBe(true);
      const message = verified(receiver.received.pop() as Received, webhook.secret);
      expect(webhookBody(type).safeParse(message).error).toBeUndefined();
    }
    expect(printed).toMatch(/^code\.created: the endpoint answered 204 \(\d+ ms\)\.$/m);
    // An example does not create a delivery.
    expect(done(await daemon.owner.call('listDeliveries', { query: {} })).data).toEqual([]);
  });

  test('reports the endpoint’s response, a missing endpoint, and a private address', async () => {
    receiver.behave(answering(500, 'broken'));
    expect(await trigger('campaign.ended')).toBe(false);
    expect(printed).toContain('campaign.ended: the endpoint answered 500');
    await expect(trigger('campaign.ended', 999)).rejects.toThrow('There is no webhook endpoint 999.');
    expect(await trigger('campaign.ended', webhook.webhook_id, {} as typeof LOOPBACK_OPEN)).toBe(false);
    expect(printed).toMatch(/campaign\.ended: .*address/);
    expect(receiver.received).toHaveLength(1);
  });
});

test('an unknown type is refused, and the error lists the known types', () => {
  expect(() => parseType('redeemed')).toThrow('It must be one of code.created, redemption.succeeded');
});
