import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../daemon/config.ts';
import { startDesktop } from '../support/browsers/desktop.ts';
import { rawRequest } from '../support/servers/raw-request.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { until } from '../support/world/wait-until.ts';

// The daemon serves packages of the desktop app, and the app's real updater fetches one. The tests do not cover the
// installation, which happens when Electron quits.

const root = mkdtempSync(join(tmpdir(), 'redeemd-updates-'));
const feed = join(root, 'feed');
const PACKAGE = 'redeemd-portal-10.0.0.AppImage';
const BYTES = 'the bytes of a new version';
const sha512 = (text: string) => createHash('sha512').update(text).digest('base64');
let daemon: TestDaemon;

const offer = (version: string, bytes: string) =>
  writeFileSync(
    join(feed, 'latest-linux.yml'),
    `version: ${version}\nfiles:\n  - url: ${PACKAGE}\n    sha512: ${sha512(bytes)}\n    size: ${BYTES.length}\npath: ${PACKAGE}\nsha512: ${sha512(bytes)}\nreleaseDate: '2026-01-01T00:00:00.000Z'\n`,
  );

beforeAll(async () => {
  mkdirSync(join(feed, 'sub'), { recursive: true });
  writeFileSync(join(feed, PACKAGE), BYTES);
  writeFileSync(join(feed, '.hidden.yml'), 'secret');
  writeFileSync(join(root, 'outside.yml'), 'secret');
  offer('10.0.0', BYTES);
  daemon = await startTestDaemon({ env: { REDEEMD_UPDATES_DIR: feed } });
});
afterAll(async () => {
  await daemon.close();
  rmSync(root, { recursive: true });
});

describe('the daemon', () => {
  const get = async (name: string, init?: RequestInit) => {
    const response = await fetch(`${daemon.url}/updates/${name}`, init);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  test('serves the files in the updates folder, and parts of them', async () => {
    expect(await get(PACKAGE)).toMatchObject({ status: 200, text: BYTES });
    expect((await get('latest-linux.yml?noCache=1')).headers.get('cache-control')).toBe('no-cache');
    expect(await get(PACKAGE, { headers: { Range: 'bytes=4-8' } })).toMatchObject({ status: 206, text: 'bytes' });
    expect(await get(PACKAGE, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    expect((await get(PACKAGE, { method: 'PUT', body: 'x' })).status).toBe(404);
  });

  test.each([
    ['', '.', 'sub', 'sub/', '.hidden.yml', 'gone.yml', '..%2foutside.yml', '%2e%2e%2foutside.yml', '..%5coutside.yml'],
    ['../outside.yml', `%00${PACKAGE}`, 'x'.repeat(300), 'sub%2f..%2flatest-linux.yml', '%c0%ae%c0%ae%2foutside.yml'],
  ])('serves nothing else, and does not list the files', async (...names) => {
    for (const name of names) {
      const { status, text } = await rawRequest(daemon.url, { method: 'GET', path: `/updates/${name}` });
      expect([400, 404], name).toContain(status);
      expect(text).not.toContain('secret');
    }
  });

  test('serves no updates unless REDEEMD_UPDATES_DIR is set, and accepts only a folder that exists', async () => {
    for (const folder of [join(root, 'gone'), join(root, 'outside.yml')])
      expect(() => readConfig({ REDEEMD_UPDATES_DIR: folder })).toThrow(
        'REDEEMD_UPDATES_DIR must be a folder that exists',
      );
    const other = await startTestDaemon();
    expect((await fetch(`${other.url}/updates/${PACKAGE}`)).status).toBe(404);
    await other.close();
  });
});

describe('the app', () => {
  let run: string;
  beforeEach(() => {
    run = mkdtempSync(join(root, 'run-'));
    vi.stubEnv('XDG_CACHE_HOME', join(run, 'cache'));
    vi.stubEnv('APPIMAGE', join(run, 'installed.AppImage'));
    writeFileSync(join(run, 'installed.AppImage'), 'the bytes of the old version');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  const start = async (files: Record<string, string>, isPackaged = true) => {
    const resources = join(run, 'resources');
    mkdirSync(resources);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(resources, name), text);
    const requests = vi.spyOn(console, 'error').mockImplementation(() => {});
    const desktop = await startDesktop({ userData: run, downloads: run, resources, isPackaged });
    return { ...desktop.electron.state, faults: requests.mock.calls };
  };
  const feedFile = () => `provider: generic\nurl: ${daemon.url}/updates\nupdaterCacheDirName: portal\n`;
  const downloaded = () => readdirSync(join(run, 'cache/portal/pending'));

  test('fetches a newer version from the address in its package, and reports that the version is ready', async () => {
    const { notes } = await start({ 'app-update.yml': feedFile() });
    await until('the new version was fetched', () => notes.length > 0);
    expect(notes[0]?.options.title).toBe('Version 10.0.0 is ready');
    expect(downloaded()).toContain(PACKAGE);
  });

  test('does not accept a package whose bytes differ from the feed’s hash', async () => {
    offer('10.0.1', 'other bytes');
    const { notes, faults } = await start({ 'app-update.yml': feedFile() });
    await until('a fault', () => faults.length > 0);
    expect(faults[0]?.join(' ')).toMatch(/sha512 checksum mismatch/);
    expect(notes).toEqual([]);
    expect(downloaded()).not.toContain(PACKAGE);
  });

  test.each(['9.8.7', '9.8.6'])('does nothing if the version in the feed is not newer: %s', async (version) => {
    offer(version, BYTES);
    const { notes, log, faults } = await start({ 'app-update.yml': feedFile() });
    await until('the feed was read', () => log.includes('net.request answered'));
    // By now, a download would have started and finished.
    for (let turn = 0; turn < 20; turn += 1) await fetch(`${daemon.url}/healthz`);
    expect([notes, faults]).toEqual([[], []]);
    expect(log.filter((line) => line === 'net.request answered')).toHaveLength(1);
  });

  test.each([
    ['without a feed', {}, true],
    ['in a system package', { 'app-update.yml': 'x', 'package-type': 'deb' }, true],
    ['outside a package', { 'app-update.yml': 'x' }, false],
  ])('does not check for updates %s', async (_where, files, isPackaged) => {
    const { sessions, faults } = await start(files, isPackaged);
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect([sessions.has('electron-updater'), faults]).toEqual([false, []]);
  });
});
