import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../../build/find-browser.mjs';
import { ensureSdk, PUBLIC_URL_MARK, sdkFolder } from '../../build/sdk-build.mjs';
import { createKey } from '../../daemon/features/keys/create-key.ts';
import { listen } from '../support/servers/listen.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

// Games also run in workers, which have IndexedDB and locks, but no page or local storage.

const START_MS = 90_000;
const create = `
  const { EVENTS, EventsBaseURL } = self.ServiceSDK;
  const [key, type, count] = NAME.split('/');
  const events = new EVENTS(key, 'game', EventsBaseURL.EVENTS_PROD);
  (async () => {
    await events.startSession();
    for (let at = 0; at < count; at++)
      await events.createEvent([{ event_type: type, event: { event_sub_type: 'e' + at } }]);
    return events.flush();
  })().then((isEmpty) => TELL('sent ' + isEmpty), (error) => TELL(String(error)));
`;
const WORKER = `importScripts('/sdk.js'); ${create.replace('NAME', 'self.name').replaceAll('TELL', 'self.postMessage')}`;
const SHARED = `importScripts('/sdk.js'); self.onconnect = ({ ports: [port] }) => {
  ${create.replace('NAME', 'self.name').replaceAll('TELL', 'port.postMessage.bind(port)')} };`;

describe.skipIf(browserPath() === null)('the SDK', { timeout: START_MS }, () => {
  let daemon: TestDaemon;
  let browser: Browser;
  let key: string;
  let url: string;
  let server: ReturnType<typeof createServer>;
  beforeAll(async () => {
    ensureSdk();
    daemon = await startTestDaemon();
    key = (await createKey(daemon.db, { name: 'page', kind: 'client' }, Date.now())).key;
    const sdk = readFileSync(join(sdkFolder, 'service-sdk.daemon.js'), 'utf8');
    const files: Record<string, string> = {
      '/sdk.js': sdk.replaceAll(PUBLIC_URL_MARK, daemon.url),
      '/worker.js': WORKER,
      '/shared.js': SHARED,
    };
    server = createServer(({ url: path = '' }, response) => {
      const type = files[path] === undefined ? 'text/html' : 'text/javascript';
      response.writeHead(200, { 'Content-Type': type }).end(files[path] ?? '<!doctype html><title>Game</title>');
    });
    url = `${await listen(server)}/`;
    const args = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];
    browser = await chromium.launch({ executablePath: browserPath() ?? '', args });
  }, START_MS);
  afterAll(async () => {
    await browser?.close();
    server?.close();
    await daemon?.close();
  });

  it.each(['dedicated', 'shared'])('stores events from a %s worker', async (kind) => {
    const page = await browser.newPage();
    await page.goto(url);
    // The code is text, because it uses browser types that the test lacks.
    const said = await page.evaluate(`new Promise((resolve) => {
      const name = ${JSON.stringify(`${key}/${kind}/30`)};
      const of = ${kind === 'shared'} ? new SharedWorker('/shared.js', name).port : new Worker('/worker.js', { name });
      of.onmessage = ({ data }) => resolve(data);
      of.onerror = ({ message }) => resolve(message);
    })`);
    expect(said).toBe('sent true');
    const rows = await daemon.db.read(({ db, t }) => db.select().from(t.sdk_events));
    expect(rows.filter((row) => row.event_type === kind)).toHaveLength(30);
    expect(rows.map((row) => row.event_id)).toHaveLength(new Set(rows.map((row) => row.event_id)).size);
    await page.close();
  });
});
