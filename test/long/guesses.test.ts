import { Agent } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addCode, runningCampaign } from '../support/campaign.ts';
import { startTestDaemon, type TestDaemon } from '../support/daemon.ts';
import { rawRequest } from '../support/raw-request.ts';

// E4 of the figures: guessing codes by the hundred thousand.

const GUESSES = 100_000;
const AT_ONCE = 64;

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon();
  await addCode(daemon, await runningCampaign(daemon), 'WELCOME');
});
afterAll(() => daemon?.close());

it(`of ${GUESSES} guesses none hits, nearly all are turned away, and nobody else is`, {
  timeout: 300_000,
}, async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const redeem = (user_id: string, code: string, from = '') =>
    rawRequest(daemon.url, {
      path: '/v1/redemption-codes/use/redeem',
      body: JSON.stringify({ user_id, code }),
      headers: { 'X-API-Key': daemon.serverKey, 'Content-Type': 'application/json', 'X-Forwarded-For': from },
      agent,
    });
  const count = new Map<number, number>();
  let next = 0;
  const guesser = async () => {
    while (next < GUESSES) {
      next += 1;
      const mine = next;
      const { status } = await redeem('guesser', `GUESS${mine}`, `10.0.${mine % 250}.${mine % 199}`);
      count.set(status, (count.get(status) ?? 0) + 1);
      if (mine % 10_000 === 0) expect((await redeem(`player_${mine}`, 'WELCOME')).status).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, guesser));
  agent.destroy();
  expect(count.get(200) ?? 0).toBe(0);
  expect(count.get(429)).toBeGreaterThanOrEqual(GUESSES * 0.99);
  expect((count.get(429) ?? 0) + (count.get(404) ?? 0)).toBe(GUESSES);
});
