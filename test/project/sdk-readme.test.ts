import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../build/paths.mjs';
import { ensureSdk } from '../../build/sdk-build.mjs';
import { createKey } from '../../daemon/features/keys/create-key.ts';
import { inBrowser } from '../support/browsers/browser.ts';
import { installSdk } from '../support/sdk/built-sdk.ts';
import { listen } from '../support/servers/listen.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { until } from '../support/world/wait-until.ts';

// Runs the examples of sdk/README.md as a reader would copy them.

const BUILD_MS = 120_000;
const text = readFileSync(join(root, 'sdk/README.md'), 'utf8');
const blocksOf = (language: string) =>
  [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, kind, code = '']) =>
    kind === language ? [code] : [],
  );
const isForServers = (code: string) => code.includes("'service-sdk/node'");
const folder = mkdtempSync(join(tmpdir(), 'redeemd-sdk-readme-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let daemon: TestDaemon;
let key: string;
beforeAll(async () => {
  ensureSdk();
  daemon = await startTestDaemon();
  key = (await createKey(daemon.db, { name: 'web', kind: 'client', gameId: 'my_game' }, Date.now())).key;
}, BUILD_MS);
afterAll(() => daemon?.close());

const withKey = (code: string) => code.replaceAll('ck_YOUR_CLIENT_KEY', key);

/** Returns the type and sub-type of each event that has arrived, oldest first. */
async function arrived(): Promise<string[]> {
  const answer = await daemon.owner.call('listEvents', { query: { limit: '100' } });
  if (!answer.ok) throw new Error(JSON.stringify(answer.body));
  return answer.body.data.map(({ event_type, event_sub_type }) => `${event_type} ${event_sub_type}`).reverse();
}

describe('the examples for programs', () => {
  const examples = blocksOf('ts');
  beforeAll(() => installSdk(folder, daemon.url), BUILD_MS);

  /** Returns the errors from tsc, or an empty string if there are none. */
  const complaintsOf = (codes: string[]): string => {
    const files = codes.map((code, at) => {
      const file = join(folder, `example-${at}.mts`);
      // Later examples use variables from earlier ones.
      const made = "import type { EVENTS as Made } from 'service-sdk';\ndeclare const events: Made;\n";
      const known = "import { EVENTS, EventsBaseURL } from 'service-sdk';\n";
      const head = /\bimport\b/.test(code) ? '' : `${made}${code.includes('new EVENTS') ? known : ''}`;
      writeFileSync(file, `${head}${code}`);
      return file;
    });
    const compilerOptions = {
      ...{ strict: true, noEmit: true, target: 'ES2022', module: 'NodeNext', lib: ['ES2023', 'DOM'], types: [] },
      ...{ skipLibCheck: false, exactOptionalPropertyTypes: true },
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    try {
      execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], {
        encoding: 'utf8',
      });
      return '';
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  };

  it('compile against the package’s declarations', () => {
    expect(examples).toHaveLength(7);
    expect(complaintsOf(examples)).toBe('');
  });

  it('install the package from the daemon, never a stranger’s package from the public registry', () => {
    expect(text).toContain('Never install `service-sdk` from the public registry');
    const installs = blocksOf('sh').flatMap((code) => code.match(/^npm install .*service-sdk.*$/gm) ?? []);
    expect(installs).toEqual(['npm install http://127.0.0.1:8787/service-sdk.tgz']);
  });

  it('do not compile if an operation is renamed', () => {
    const wrong = examples.map((code) => code.replace('startSession', 'beginSession'));
    expect(complaintsOf(wrong)).toContain('beginSession');
  });

  it('send events from a server', async () => {
    const [example = ''] = examples.filter(isForServers);
    writeFileSync(join(folder, 'server.mjs'), withKey(example));
    await promisify(execFile)(process.execPath, [join(folder, 'server.mjs')], { timeout: 30_000 });
    expect(await arrived()).toEqual(expect.arrayContaining(['session_created session_created', 'match ended']));
    const { body } = await daemon.owner.call('listEvents', { query: { event_type: 'match' } });
    expect(body).toMatchObject({ data: [{ user_id: 'player-1', app_details: { server_app_version: '2.0.1' } }] });
  });
});

inBrowser('the examples for pages', (screens) => {
  let host: ReturnType<typeof createServer>;
  let html = '';
  let site = '';
  beforeAll(async () => {
    // The page's origin differs from the daemon's.
    host = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html);
    });
    site = `${await listen(host)}/?utm_source=readme&linkId=ann&code=ANN-1`;
  });
  afterAll(() => void host?.close());
  const asPage = (body: string) => `<!doctype html><link rel="icon" href="data:,"><body>${body}</body>`;
  const atDaemon = (code: string) => withKey(code).replaceAll('http://127.0.0.1:8787', daemon.url);
  const [start = '', pinned = ''] = blocksOf('html');

  it('send the events that the README describes', async () => {
    html = asPage(atDaemon(start));
    const { page } = await screens.open();
    await page.goto(site);
    await until('the events arrive', async () => (await arrived()).includes('web_login user_login'));
    const { body } = await daemon.owner.call('listEvents', { query: { event_type: 'web_login' } });
    expect(body).toMatchObject({
      data: [
        {
          game_id: 'my_game',
          event_details: { event_label: 'start', event_action: 'click' },
          user_id: null,
          utms: { utm_source: 'readme' },
          referral_link: 'ann',
        },
      ],
    });
    const { body: opened } = await daemon.owner.call('listEvents', { query: { event_type: 'session_created' } });
    expect(JSON.stringify(opened)).not.toContain('ANN-1');
  });

  it('load the pinned script, and no other content under that hash', async () => {
    const pin = (await (await fetch(`${daemon.url}/sdk.json`)).json()) as { url: string; integrity: string };
    const tag = (integrity: string) =>
      pinned.replace('URL_OF_SDK_JSON', pin.url).replace('INTEGRITY_OF_SDK_JSON', integrity);
    html = asPage(tag(pin.integrity));
    const { page } = await screens.open();
    await page.goto(site);
    expect(await page.evaluate(() => 'ServiceSDK' in globalThis)).toBe(true);
    html = asPage(tag(`sha384-${Buffer.alloc(48).toString('base64')}`));
    const refused = await screens.open({ isHostile: true });
    await refused.page.goto(site);
    expect(await refused.page.evaluate(() => 'ServiceSDK' in globalThis)).toBe(false);
  });

  it('also work as docs/game-server.md shows them', async () => {
    const page = readFileSync(join(root, 'docs/game-server.md'), 'utf8');
    const [, lines = ''] = /^```html\n([\s\S]*?)^```$/m.exec(page) ?? [];
    html = asPage(atDaemon(lines));
    const { page: tab } = await screens.open();
    const before = (await arrived()).length;
    await tab.goto(site);
    await until('the session arrives', async () => (await arrived()).length > before);
  });
});
