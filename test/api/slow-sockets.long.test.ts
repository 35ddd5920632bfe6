import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

// Clients that send a byte per second delay no other client, and the daemon disconnects them.

const SOCKETS = 500;
const CLOSED_WITHIN_MS = 15_500;
const GOOD_MS = 500;

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon();
});
afterAll(() => daemon?.close());

/** Sends endless headers if `at` is even, otherwise an endless body; returns the time until the daemon disconnected. */
function slowClient(port: number, at: number, patienceMs = 30_000): Promise<number> {
  const head = 'POST /v1/redemption-codes/use/redeem HTTP/1.1\r\nHost: x\r\n';
  const rest = at % 2 === 0 ? 'X-Slow: ' : 'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{';
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(head + rest));
    const drip = setInterval(() => socket.write('x'), 1000);
    const patience = setTimeout(() => socket.destroy(), patienceMs);
    socket.on('error', () => {});
    socket.on('data', () => {});
    socket.once('close', () => {
      clearInterval(drip);
      clearTimeout(patience);
      resolve(performance.now() - startedAt);
    });
  });
}

it(`${SOCKETS} slow sockets delay no other client, and are closed`, { timeout: 60_000 }, async () => {
  const port = Number(new URL(daemon.url).port);
  const slow = Promise.all(Array.from({ length: SOCKETS }, (_, at) => slowClient(port, at)));
  const times: number[] = [];
  for (let round = 0; round < 200; round += 1) {
    const startedAt = performance.now();
    const answer = await daemon.server.call('redeem', { body: { user_id: `user_${round}`, code: 'NO-SUCH-CODE' } });
    times.push(performance.now() - startedAt);
    expect(answer.status).toBe(404);
    await sleep(40);
  }
  times.sort((a, b) => a - b);
  expect(times[Math.floor(times.length * 0.99)]).toBeLessThanOrEqual(GOOD_MS);
  expect(Math.max(...(await slow))).toBeLessThanOrEqual(CLOSED_WITHIN_MS);
});

it('sabotage: the test notices a server without time limits', { timeout: 60_000 }, async () => {
  const server = createServer({ headersTimeout: 0, requestTimeout: 0 }, () => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const lived = await slowClient(port, 0, CLOSED_WITHIN_MS + 1000);
  server.close();
  expect(lived).toBeGreaterThan(CLOSED_WITHIN_MS);
});
