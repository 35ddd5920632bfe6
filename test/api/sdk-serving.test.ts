import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failOn, leaveOut } from '../support/faults/sabotage.ts';
import {
  startTestDaemon,
  type TestDaemon,
  type TestDaemonOptions,
  type TestDatabase,
  testDatabase,
} from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

// These tests serve the SDK from builds made by hand.

const BANNER = '/*! service-sdk 0.4.0 | MIT */\n';
const buildWith = (text: string) => `${BANNER}globalThis.ServiceSDK={at:"__REDEEMD_PUBLIC_URL__",text:"${text}"};\n`;
const OPEN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Date',
  'cross-origin-resource-policy': 'cross-origin',
};

const folder = mkdtempSync(join(tmpdir(), 'redeemd-sdk-'));
afterAll(() => rmSync(folder, { recursive: true }));
let folders = 0;
/** Creates a folder like the one that the build creates. */
function madeBuild(text: string | null): { sdkFolders: string[]; rebuild(text: string): void } {
  const own = join(folder, String(++folders));
  mkdirSync(own);
  const rebuild = (changed: string) => writeFileSync(join(own, 'service-sdk.daemon.js'), changed);
  if (text !== null) rebuild(text);
  return { sdkFolders: [join(own, 'nowhere'), own], rebuild };
}

async function get(url: string, path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url + path, { method, headers });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  };
}
const pinOf = async (url: string) => JSON.parse((await get(url, '/sdk.json')).text);

describe('the script', () => {
  let daemon: TestDaemon;
  const { sdkFolders, rebuild } = madeBuild(buildWith('first'));
  beforeAll(async () => {
    daemon = await startTestDaemon({ sdkFolders });
  });
  afterAll(() => daemon?.close());

  it('contains the public URL, which is known once the daemon listens', async () => {
    const { status, headers, text } = await get(daemon.url, '/sdk.js');
    expect([status, text]).toEqual([200, `${BANNER}globalThis.ServiceSDK={at:"${daemon.url}",text:"first"};\n`]);
    expect(headers).toMatchObject({
      ...OPEN,
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=300',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
    expect(Date.parse(headers.date ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('can be pinned, and never changes at its pinned address', async () => {
    const pin = await pinOf(daemon.url);
    expect(pin).toEqual({
      version: '0.4.0',
      url: expect.stringMatching(/\/sdk\/[0-9a-f]{32}\.js$/),
      integrity: expect.stringMatching(/^sha384-/),
      // This build has no package.
      package: null,
    });
    expect(pin.url.startsWith(`${daemon.url}/sdk/`)).toBe(true);
    const pinned = await get(pin.url, '');
    expect(pinned.text).toBe((await get(daemon.url, '/sdk.js')).text);
    expect(`sha384-${createHash('sha384').update(pinned.text).digest('base64')}`).toBe(pin.integrity);
    expect(pinned.headers).toMatchObject({ ...OPEN, 'cache-control': 'public, max-age=31536000, immutable' });
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
    ['br;q=0, gzip;q=0', undefined, (bytes: Buffer) => bytes],
  ])('is compressed for clients that accept %s', async (accepted, encoding, unpack) => {
    const plain = await get(daemon.url, '/sdk.js', { 'accept-encoding': 'identity' });
    const { bytes, headers } = await rawBytes(daemon.url, '/sdk.js', accepted);
    expect(headers.get('content-encoding') ?? undefined).toBe(encoding);
    expect(Number(headers.get('content-length'))).toBe(bytes.length);
    expect(unpack(bytes).toString()).toBe(plain.text);
  });

  it('is not sent again to a client that has it, in any encoding', async () => {
    const tags = new Set<string>();
    for (const accepted of ['br', 'gzip', 'identity']) {
      const { headers } = await get(daemon.url, '/sdk.js', { 'accept-encoding': accepted });
      const etag = headers.etag ?? '';
      tags.add(etag);
      for (const tag of [etag, `W/${etag}`, `"x", ${etag}`]) {
        const again = await get(daemon.url, '/sdk.js', { 'accept-encoding': accepted, 'if-none-match': tag });
        expect([again.status, again.text]).toEqual([304, '']);
        expect(again.headers).toMatchObject({ ...OPEN, etag, vary: 'Accept-Encoding' });
      }
    }
    expect(tags.size).toBe(3);
  });

  it('responds to HEAD as to GET, but without the body, and includes the date', async () => {
    const accepted = { 'accept-encoding': 'identity' };
    const [head, whole] = [
      await get(daemon.url, '/sdk.js', accepted, 'HEAD'),
      await get(daemon.url, '/sdk.js', accepted),
    ];
    expect([head.status, head.text]).toEqual([200, '']);
    // The `connection` header depends on the client, so it is not compared.
    const { date, connection: _, ...same } = head.headers;
    expect(whole.headers).toMatchObject(same);
    expect(date).toBeDefined();
  });

  it.each([
    `/sdk/${'0'.repeat(32)}.js`,
    `/sdk/${'0'.repeat(32)}`,
    `/sdk/${'A'.repeat(32)}.js`,
    '/sdk/service-sdk.daemon.js',
    '/sdk/..%2f1%2fservice-sdk.daemon.js',
    '/sdk/%00.js',
    '/sdk/.js',
    '/sdk/a/b.js',
    '/sdk/',
    '/sdk',
    '/sdk.js/',
  ])('is not served as %s', async (path) => {
    const { status, headers, text } = await get(daemon.url, path);
    expect([status, JSON.parse(text).code]).toEqual([404, 'not_found']);
    expect(headers['content-type']).toBe('application/problem+json');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('is reported as missing at an unknown address, in a response that a page can read', async () => {
    expect((await get(daemon.url, `/sdk/${'0'.repeat(32)}.js`)).headers).toMatchObject(OPEN);
  });

  it('changes as soon as a new one is built, and the earlier one is still served', async () => {
    const before = await pinOf(daemon.url);
    rebuild(buildWith('second, and longer'));
    expect((await get(daemon.url, '/sdk.js')).text).toContain('second');
    const after = await pinOf(daemon.url);
    expect(after.url).not.toBe(before.url);
    expect((await get(before.url, '')).text).toContain('first');
    expect((await get(after.url, '')).text).toContain('second');
  });

  it('is never served if it contains no address to send events to', async () => {
    rebuild('globalThis.ServiceSDK={};');
    const { status, headers } = await get(daemon.url, '/sdk.js');
    expect([status, headers['access-control-allow-origin']]).toEqual([500, '*']);
    rebuild(buildWith('third'));
    expect((await get(daemon.url, '/sdk.js')).text).toContain('third');
  });
});

describe('a missing build', () => {
  let daemon: TestDaemon;
  const { sdkFolders, rebuild } = madeBuild(null);
  beforeAll(async () => {
    daemon = await startTestDaemon({ sdkFolders });
  });
  afterAll(() => daemon?.close());

  it('is reported in a way that a page can read', async () => {
    for (const path of ['/sdk.js', '/sdk.json']) {
      const { status, headers, text } = await get(daemon.url, path);
      expect([status, JSON.parse(text).code]).toEqual([503, 'unavailable']);
      expect(headers).toMatchObject(OPEN);
    }
    const head = await get(daemon.url, '/sdk.js', {}, 'HEAD');
    expect([head.status, head.headers['access-control-allow-origin']]).toEqual([503, '*']);
    expect(head.headers.date).toBeDefined();
  });

  it('is served without a restart once it exists', async () => {
    rebuild(buildWith('late'));
    expect((await get(daemon.url, '/sdk.js')).text).toContain('late');
  });
});

it('a page can read that too many files are being sent', async () => {
  const { sdkFolders } = madeBuild(buildWith('x'));
  const daemon = await startTestDaemon({ sdkFolders, maxFiles: 0 });
  const { status, headers } = await get(daemon.url, '/sdk.js', {}, 'HEAD');
  await daemon.close();
  expect(status).toBe(503);
  expect(headers).toMatchObject(OPEN);
});

describe.each(STORY_DATABASES)('a pinned script on %s', (kind) => {
  let database: TestDatabase;
  const running: TestDaemon[] = [];
  const start = async (options: TestDaemonOptions) => {
    const daemon = await startTestDaemon({ databaseUrl: database.url, ...options });
    running.push(daemon);
    return daemon;
  };
  const end = async (daemon: TestDaemon) => {
    running.splice(running.indexOf(daemon), 1);
    await daemon.close();
  };
  const at = (url: string) => ({ env: { REDEEMD_PUBLIC_URL: url } });
  const pathOf = ({ url }: { url: string }) => new URL(url).pathname;
  beforeEach(async () => {
    database = await testDatabase(kind);
  });
  afterEach(async () => {
    for (const daemon of running.splice(0)) await daemon.close();
    await database.drop();
  });

  /** Returns what a page gets at its pinned address once a newer daemon runs with another public URL. */
  async function afterUpgrade(sabotage: () => Promise<unknown>) {
    const old = await start({ ...madeBuild(buildWith('old')), ...at('https://old.example') });
    await sabotage();
    const pin = await pinOf(old.url);
    const { text } = await get(old.url, pathOf(pin));
    await end(old);
    const newer = await start({ ...madeBuild(buildWith('newer')), ...at('https://new.example') });
    expect((await get(newer.url, '/sdk.js')).text).toContain('https://new.example');
    return { text, pin, pinned: await get(newer.url, pathOf(pin)), newer };
  }

  it('survives an upgrade and a new public URL, byte for byte', async () => {
    const { text, pin, pinned, newer } = await afterUpgrade(async () => {});
    expect(pin.url).toMatch(/^https:\/\/old\.example\/sdk\//);
    expect([pinned.status, pinned.text]).toEqual([200, text]);
    expect(pinned.text).toContain('at:"https://old.example",text:"old"');
    expect(`sha384-${createHash('sha384').update(pinned.text).digest('base64')}`).toBe(pin.integrity);
    expect(await pinOf(newer.url)).not.toEqual(pin);
    // This also holds if the newer daemon has no build at all.
    await end(newer);
    const bare = await start(madeBuild(null));
    expect((await get(bare.url, pathOf(pin))).text).toBe(text);
  });

  it('sabotage: is missing if it is not in the database', async () => {
    const { pinned } = await afterUpgrade(() => leaveOut(database.url, { table: 'sdk_builds' }));
    expect(pinned.status).toBe(404);
  });

  it('is stored once, however many first requests there are', async () => {
    const daemon = await start(madeBuild(buildWith('one')));
    const asked = await Promise.all(
      Array.from({ length: 20 }, (_, n) => get(daemon.url, n % 2 === 0 ? '/sdk.js' : '/sdk.json')),
    );
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]));
    const rows = await daemon.db.read(({ db, t }) => db.select({ hash: t.sdk_builds.hash }).from(t.sdk_builds));
    expect(rows.map(({ hash }) => `/sdk/${hash}.js`)).toEqual([pathOf(await pinOf(daemon.url))]);
  });

  it('is announced only once it is stored, but is served before that', async () => {
    const daemon = await start(madeBuild(buildWith('unkept')));
    const mend = await failOn(database.url, { table: 'sdk_builds' });
    expect((await get(daemon.url, '/sdk.json')).status).toBe(500);
    expect((await get(daemon.url, '/sdk.js')).text).toContain('unkept');
    await mend();
    const pin = await pinOf(daemon.url);
    expect((await get(daemon.url, pathOf(pin))).text).toContain('unkept');
  });

  it.runIf(kind === 'postgres')('is served by every daemon of a group', async () => {
    const one = await start({ ...madeBuild(buildWith('of one')), ...at('https://group.example') });
    const other = await start({ ...madeBuild(buildWith('of the other')), ...at('https://group.example') });
    const pins = [await pinOf(one.url), await pinOf(other.url)];
    expect(new Set(pins.map(pathOf)).size).toBe(2);
    for (const { url } of [one, other])
      expect((await Promise.all(pins.map((pin) => get(url, pathOf(pin))))).map(({ text }) => text)).toEqual([
        expect.stringContaining('of one'),
        expect.stringContaining('of the other'),
      ]);
  });
});

/** Returns the bytes as they were sent, which `fetch` would decompress. */
function rawBytes(url: string, path: string, acceptEncoding: string) {
  return new Promise<{ bytes: Buffer; headers: Headers }>((resolve, reject) => {
    request(url + path, { headers: { 'accept-encoding': acceptEncoding } }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () =>
        resolve({ bytes: Buffer.concat(chunks), headers: new Headers(incoming.headers as Record<string, string>) }),
      );
    })
      .on('error', reject)
      .end();
  });
}
