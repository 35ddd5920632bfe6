import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ensureSdk } from '../../build/sdk-build.mjs';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { startTestDaemon, type TestDaemon, testDatabase } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'redeemd-package-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const open: TestDaemon[] = [];
afterEach(async () => {
  for (const daemon of open.splice(0)) await daemon.close();
});

async function get(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
const pinOf = async (url: string): Promise<{ url: string; integrity: string }> =>
  JSON.parse((await get(`${url}/sdk.json`)).bytes.toString()).package;
const integrityOf = (bytes: Buffer) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

describe('npm', () => {
  beforeAll(ensureSdk);

  it('installs the package from the daemon, and it calls that daemon', async () => {
    const daemon = await startTestDaemon();
    open.push(daemon);
    await addCode(daemon, await runningCampaign(daemon), 'GIFT', { rewards_json: '{"gold":5}' });
    const game = join(folder, 'game');
    mkdirSync(game);
    writeFileSync(join(game, 'package.json'), '{"type":"module","private":true}');
    const run = (command: string, ...args: string[]) => promisify(execFile)(command, args, { cwd: game });
    const pin = await pinOf(daemon.url);
    await run('npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', pin.url);
    const lock = JSON.parse(readFileSync(join(game, 'package-lock.json'), 'utf8'));
    expect(lock.packages['node_modules/service-sdk']).toMatchObject({ resolved: pin.url, integrity: pin.integrity });
    writeFileSync(
      join(game, 'game.mjs'),
      `import { EventsBaseURL, GameServer } from 'service-sdk/server';
       const game = new GameServer('${daemon.serverKey}', EventsBaseURL.EVENTS_PROD);
       console.log(JSON.stringify(await game.redeem({ user_id: 'p', code: 'GIFT' })));`,
    );
    const { stdout } = await run(process.execPath, 'game.mjs');
    expect(JSON.parse(stdout)).toMatchObject({ redemption_id: '1', rewards: [{ gold: 5 }] });
    for (const entry of ['index', 'node', 'server'])
      expect(readFileSync(join(game, `node_modules/service-sdk/dist/${entry}.d.ts`), 'utf8')).toContain(
        'EventsBaseURL',
      );
  });
});

describe.each(STORY_DATABASES)('a package pinned on %s', (kind) => {
  /** Creates a folder like the one that the build creates. */
  function madeBuild(text: string) {
    const own = mkdtempSync(join(folder, 'build-'));
    writeFileSync(join(own, 'service-sdk.daemon.js'), `/*! service-sdk 0.4.0 | MIT */\nat("__REDEEMD_PUBLIC_URL__");`);
    const files = {
      'package.json': '{"name":"service-sdk","version":"0.4.0"}',
      'index.js': `at("__REDEEMD_PUBLIC_URL__", "${text}")`,
    };
    writeFileSync(join(own, 'service-sdk.package.json'), JSON.stringify(files));
    return [own];
  }
  const pathOf = ({ url }: { url: string }) => new URL(url).pathname;

  it('keeps its bytes, even after an upgrade', async () => {
    const database = await testDatabase(kind);
    try {
      const start = async (text: string) => {
        const daemon = await startTestDaemon({ databaseUrl: database.url, sdkFolders: madeBuild(text) });
        open.push(daemon);
        return daemon;
      };
      const older = await start('old');
      const newest = await get(`${older.url}/service-sdk.tgz`);
      expect(newest.headers.get('cache-control')).toBe('public, max-age=300');
      const pin = await pinOf(older.url);
      const pinned = await get(older.url + pathOf(pin));
      expect([pinned.status, pinned.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
      expect(pinned.headers.get('content-type')).toBe('application/gzip');
      expect(pinned.bytes).toEqual(newest.bytes);
      expect(integrityOf(pinned.bytes)).toBe(pin.integrity);
      const again = await get(older.url + pathOf(pin), { 'If-None-Match': pinned.headers.get('etag') ?? '' });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);

      await older.close();
      open.pop();
      const newer = await start('new');
      expect(await pinOf(newer.url)).not.toEqual(pin);
      expect((await get(newer.url + pathOf(pin))).bytes).toEqual(pinned.bytes);
      for (const path of [
        pathOf(pin).replace('0.4.0', '0.5.0'),
        pathOf(pin).replace(/.(?=\.tgz)/, (digit) => (digit === '0' ? '1' : '0')),
        pathOf(pin).replace('.tgz', ''),
        '/service-sdk-..%2f..%2fetc.tgz',
      ])
        expect((await get(newer.url + path)).status, path).toBe(404);
    } finally {
      for (const daemon of open.splice(0)) await daemon.close();
      await database.drop();
    }
  });
});
