import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sdkEvent } from '../support/http/sdk-event.ts';
import { done, refusal, shape } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { until } from '../support/world/wait-until.ts';

// Thousands of requests can be in progress. If each had a large body, the daemon would run out of memory.

const MAX_BODY_BYTES = 300_000;
const SIZE = 200_000;

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon({ maxBodyBytes: MAX_BODY_BYTES });
});
afterAll(() => daemon.close());

const sendEvent = (characters: number) => {
  const event = { event_sub_type: 'opened', event_details: { text: 'x'.repeat(characters) } };
  return daemon.server.call('gameEvent', { body: { events: [{ ...sdkEvent(), event }] } });
};

it('while large bodies use all the memory for bodies, another large body gets 503 and a small one is accepted', async () => {
  const { hostname, port } = new URL(daemon.url);
  const slow = connect(Number(port), hostname);
  slow.write(`POST /v1/game/game-event HTTP/1.1\r\nHost: x\r\nContent-Length: ${SIZE + 1}\r\n\r\n`);
  slow.write(' '.repeat(SIZE));
  await until('the memory for bodies is used up', async () => (await sendEvent(SIZE)).status === 503);
  const refused = await sendEvent(SIZE);
  expect(shape(refused)).toEqual(refusal(503, 'unavailable'));
  expect(refused.headers.get('Retry-After')).toBe('1');
  expect(done(await sendEvent(50_000)).accepted).toBe(1);
  slow.destroy();
  await until('the memory for bodies is free', async () => (await sendEvent(SIZE)).status === 200);
  for (let sent = 0; sent < 5; sent += 1) expect(done(await sendEvent(SIZE)).accepted).toBe(1);
});
