import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

// Generates a client from the OpenAPI document with the generator that most engineers use, compiles a small game server
// with it and runs it. The generator needs an older compiler than this project, so npm installs both in a new folder.

const PACKAGES = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3'];

const GAME_SERVER = `
import createClient from 'openapi-fetch';
import type { paths } from './api.js';

declare const process: { env: Record<string, string | undefined> };

const client = createClient<paths>({
  baseUrl: process.env.DAEMON!,
  headers: { 'X-API-Key': process.env.KEY! },
});
const redeem = (code: string) =>
  client.POST('/v1/redemption-codes/use/redeem', {
    params: { header: { 'idempotency-key': 'login-1' } },
    body: { user_id: 'player-1', code },
  });
const first = await redeem('HELLO');
if (!first.data) throw new Error(first.error.detail);
const again = await redeem('HELLO');
const other = await client.POST('/v1/redemption-codes/use/redeem', { body: { user_id: 'player-1', code: 'HELLO' } });
const reported = await client.POST('/v1/redemption-codes/use/report', {
  body: { redemption_id: first.data.redemption_id, status: 'granted' },
});
const paid = await client.POST('/v1/game/game-event', {
  body: {
    events: [
      {
        event_type: 'payment',
        created_at: new Date().toISOString(),
        game_id: 'my_game',
        transaction_id: 'tx-1',
        event: { user_id: 'player-1', amount: 19.9 },
      },
    ],
  },
});
// @ts-expect-error the document allows no other fields
const body: paths['/v1/redemption-codes/use/redeem']['post']['requestBody']['content']['application/json'] = { user_id: 'player-2', code: 'HELLO', coupon: 'x' };
const unknown = await client.POST('/v1/redemption-codes/use/redeem', { body });
console.log(JSON.stringify({
  rewards: first.data.rewards,
  replayed: [again.data?.redemption_id === first.data.redemption_id, again.response.headers.get('idempotent-replayed')],
  refused: other.error?.code,
  ofFirst: other.error && 'redemption_id' in other.error && other.error.redemption_id === first.data.redemption_id,
  reported: reported.data?.status,
  accepted: paid.data?.accepted,
  unknown: unknown.error?.errors,
}));
`;

let daemon: TestDaemon;
let folder: string;
beforeAll(async () => {
  daemon = await startTestDaemon();
  folder = mkdtempSync(join(tmpdir(), 'redeemd-client-'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}');
});
afterAll(async () => {
  await daemon?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a client generated from the OpenAPI document compiles and works in a game server', async () => {
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  run('npm', 'install', '--no-audit', '--no-fund', ...PACKAGES);
  const document = await (await fetch(`${daemon.url}/v1/openapi.json`)).text();
  writeFileSync(join(folder, 'openapi.json'), document);
  run('npx', '--no-install', 'openapi-typescript', 'openapi.json', '--output', 'api.d.ts');
  writeFileSync(join(folder, 'game.ts'), GAME_SERVER);
  const options = ['--strict', '--skipLibCheck', 'false', '--target', 'es2022', '--module', 'nodenext'];
  const compiled = spawnSync('npx', ['--no-install', 'tsc', ...options, 'game.ts'], { cwd: folder, encoding: 'utf8' });
  expect(compiled.stdout).toBe('');
  const campaignId = await runningCampaign(daemon);
  await addCode(daemon, campaignId, 'HELLO', { rewards_json: '{"gold":100}' });
  const env = { ...process.env, DAEMON: daemon.url, KEY: daemon.serverKey };
  const game = await promisify(execFile)(process.execPath, ['game.js'], { cwd: folder, env });
  expect(JSON.parse(game.stdout)).toEqual({
    rewards: [{ gold: 100 }],
    replayed: [true, 'true'],
    refused: 'already_redeemed',
    ofFirst: true,
    reported: 'granted',
    accepted: 1,
    unknown: [{ pointer: '/coupon', code: 'unknown', detail: expect.any(String) }],
  });
});
