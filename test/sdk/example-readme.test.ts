import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { freePort } from '../../build/free-port.mjs';
import { root } from '../../build/paths.mjs';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { startTestDaemon, testEnv } from '../support/world/daemon.ts';

// Runs the commands that the SDK's README shows for the example game server, and counts them for docs/first-visits.md.

const readme = readFileSync(join(root, 'sdk/README.md'), 'utf8');
const ofExample = readme.slice(readme.indexOf('[examples/game-server]'));
const [commands = [], curls = []] = [...ofExample.matchAll(/```sh\n([^`]+)```/g)].map(([, block = '']) =>
  block.trim().split('\n'),
);
const [createKey = '', enter = '', install = '', start = ''] = commands;

/** Runs a command in a shell and returns its output. */
async function type(command: string, options: { cwd: string; env: Record<string, string> }): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...options.env };
  const child = spawn('sh', ['-c', command], { ...options, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect([command, code]).toEqual([command, 0]);
  return output;
}

test('the commands in the SDK’s README redeem a code with the example game server', async () => {
  const daemon = await startTestDaemon();
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-first-hour-'));
  let stop = async () => {};
  try {
    await addCode(daemon, await runningCampaign(daemon), 'WELCOME', { rewards_json: '[{"gold":100}]' });
    const key = (await type(createKey, { cwd: root, env: testEnv(daemon.databaseUrl) })).match(/sk_\w+/)?.[0] ?? '';
    expect(enter).toBe('cd sdk/examples/game-server');
    const cwd = join(folder, 'game-server');
    cpSync(join(root, 'sdk/examples/game-server'), cwd, { recursive: true });
    const packageFile = join(cwd, 'package.json');
    // The test's daemon and game server do not use the ports in the README.
    writeFileSync(packageFile, readFileSync(packageFile, 'utf8').replace('http://127.0.0.1:8787', daemon.url));
    // With these settings, npm fetches only the SDK package, which the daemon serves.
    const quiet = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false' };
    await type(install, { cwd, env: { ...quiet, npm_config_cache: join(folder, 'cache') } });
    const port = String(await freePort());
    const command = start.replace('sk_YOUR_SERVER_KEY', key);
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: port };
    const game = spawn('sh', ['-c', command], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(game, 'exit');
    stop = async () => {
      if (game.pid && game.exitCode === null) process.kill(-game.pid);
      await ended;
    };
    for await (const chunk of game.stdout) if (String(chunk).includes(port)) break;

    const [, body = '', url = ''] = /^curl -d '(.+)' (\S+)$/.exec(curls[0] ?? '') ?? [];
    const response = await fetch(url.replace('3000', port), { method: 'POST', body });
    expect(await response.json()).toEqual({ player: 'player-1', gold: 100 });
    const visits = readFileSync(join(root, 'docs/first-visits.md'), 'utf8');
    // Two commands are not in this list: `npm start` for the daemon, and the curl command that logs the player in.
    expect(visits).toContain(`the example game server (${commands.length + 2} commands)`);
  } finally {
    await stop();
    await daemon.close();
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
