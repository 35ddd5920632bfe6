import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freePort } from '../../../build/free-port.mjs';
import { root } from '../../../build/paths.mjs';
import { addCode, runningCampaign } from '../http/campaigns.ts';
import { done } from '../http/test-client.ts';
import { LOOPBACK_OPEN, subscribe } from '../http/webhooks.ts';
import { startTestDaemon, type TestDaemon } from '../world/daemon.ts';
import { until } from '../world/wait-until.ts';
import { installSdk } from './built-sdk.ts';

/**
 * Runs the example game server as an engineer would, against a daemon of its own, and acts as its players.
 * @param program the runtime, with its arguments before the file
 */
export async function tryExample([program, ...args]: readonly [string, ...string[]]): Promise<void> {
  const daemon = await startTestDaemon({ env: LOOPBACK_OPEN });
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-example-'));
  let stop = async () => {};
  try {
    cpSync(join(root, 'sdk/examples/game-server'), folder, { recursive: true });
    await installSdk(folder, daemon.url);
    // The webhook endpoint is created first, because the game server needs its secret.
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const { secret } = await subscribe(daemon.owner, { url: `${url}/webhook` });
    const env = { ...process.env, REDEEMD_KEY: daemon.serverKey, WEBHOOK_SECRET: secret, PORT: String(port) };
    const game = spawn(program, [...args, 'server.mjs'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    game.stdout.setEncoding('utf8').on('data', (more) => {
      output += more;
    });
    const ended = once(game, 'exit');
    stop = async () => {
      game.kill();
      await ended;
    };
    await Promise.race([once(game.stdout, 'data'), ended]);
    await play(daemon, url, () => output);
  } finally {
    await stop();
    await daemon.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function play(daemon: TestDaemon, url: string, output: () => string): Promise<void> {
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, { method: 'POST', body: JSON.stringify(body), headers });
    return { status: response.status, body: response.status === 204 ? null : await response.json() };
  };
  const campaignId = await runningCampaign(daemon);
  await addCode(daemon, campaignId, 'WELCOME', { rewards_json: '[{"gold":100}]', usage_limit: 1 });
  const login = { player: 'player-1', code: 'welcome' };
  expect(await post('/login', login)).toEqual({ status: 200, body: { player: 'player-1', gold: 100 } });
  expect(await post('/login', login)).toEqual({ status: 200, body: { player: 'player-1', gold: 100 } });
  const late = await post('/login', { player: 'player-2', code: 'WELCOME' });
  expect(late.body).toEqual({
    player: 'player-2',
    gold: 0,
    refusal: 'limit_reached: This code has reached its usage limit.',
  });

  const buy = { player: 'player-1', order: 'o-1', amount: 19.9 };
  expect(await post('/buy', buy)).toMatchObject({ status: 200, body: { accepted: 1, duplicates: 0 } });
  expect(await post('/buy', buy)).toMatchObject({ status: 200, body: { accepted: 0, duplicates: 1 } });
  expect(await post('/refund', { ...buy, refund: 'r-1' })).toMatchObject({ status: 200, body: { accepted: 1 } });
  expect(await post('/buy', { ...buy, order: 'o-2', amount: 'much' })).toMatchObject({ status: 400 });

  const { data } = done(await daemon.owner.call('listClaims', { query: { user_id: 'player-1' } }));
  expect(data).toMatchObject([{ code: 'WELCOME', report_status: 'granted' }]);
  const amounts = await daemon.db.read(({ db, t }) => db.select({ amount: t.payments.amount }).from(t.payments));
  expect(amounts.map(({ amount }) => Number(amount)).reduce((sum, amount) => sum + amount, 0)).toBe(0);
  expect(amounts).toHaveLength(2);

  await until('the webhook arrives', async () => output().includes('redemption.succeeded'));
  expect(output()).toContain('"user_id":"player-1"');
  const forged = { 'webhook-id': 'msg_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,eA==' };
  expect(await post('/webhook', { type: 'redemption.succeeded' }, forged)).toMatchObject({ status: 400 });
  expect(await post('/nothing', {})).toMatchObject({ status: 404 });
}
