import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { createLog } from '../../daemon/lib/log.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { startTestDaemon } from '../support/world/daemon.ts';
import { freshDatabase, startPostgres } from '../support/world/postgres.ts';
import { until } from '../support/world/wait-until.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const REFUSED = 2000;
const AT_ONCE = 100;

interface Line {
  msg: string;
  count?: number;
  error?: unknown;
}

it(`${REFUSED} requests that are refused during an outage cause only a handful of log lines`, {
  timeout: 60_000,
}, async () => {
  const postgres = await startPostgres({ own: true });
  closing.push(postgres.stop);
  const { url } = await freshDatabase(postgres.url);
  const lines: Line[] = [];
  const log = createLog('warn', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const daemon = await startTestDaemon({ databaseUrl: url, log });
  closing.push(daemon.close);
  await addCode(daemon, await runningCampaign(daemon), 'OPEN');
  const redeem = (n: number) => daemon.server.call('redeem', { body: { user_id: `u${n}`, code: 'OPEN' } });
  expect((await redeem(0)).status).toBe(200);

  lines.length = 0;
  await postgres.halt?.('immediate');
  const from = performance.now();
  await until('the first refusal', async () => (await redeem(-1)).status === 503);
  let refused = 1;
  for (let round = 0; round < REFUSED / AT_ONCE; round += 1) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => redeem(n)));
    refused += answers.filter(({ status }) => status === 503).length;
  }
  expect(refused).toBe(REFUSED + 1);
  await postgres.restart?.();
  await until('an answer', async () => (await redeem(-1)).status === 200);
  const seconds = Math.ceil((performance.now() - from) / 1000);
  await until('the last line', () => lines.some(({ msg }) => msg.startsWith('The outage ended')));
  await sleep(100);

  const [first, ...rest] = lines;
  expect(first).toMatchObject({
    msg: expect.stringMatching(/^An outage began: requests are refused \(.+\)$/),
    error: { kind: 'Error' },
  });
  const last = rest.pop();
  expect(last?.msg).toMatch(/^The outage ended after [\d.]+ s, \d+ requests? refused$/);
  expect(last?.count).toBeGreaterThanOrEqual(REFUSED);
  expect(rest.filter(({ msg }) => !msg.startsWith('The outage continues after '))).toEqual([]);
  expect(rest.length).toBeLessThanOrEqual(seconds + 1);
  expect(rest.filter(({ error }) => error !== undefined).length).toBeLessThanOrEqual(3);
});
