import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../../daemon/features/keys/create-key.ts';
import { type BuiltEvents, type BuiltSdk, buildSdkFor, sdkEventOf, startSink } from '../support/sdk/built-sdk.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

// These tests run `service-sdk/node` against a real daemon, and check the daemon's database.

const GAME = 'game';
let daemon: TestDaemon;
let key: string;
let built: Awaited<ReturnType<typeof buildSdkFor>>;
let sdk: BuiltSdk;
beforeAll(async () => {
  daemon = await startTestDaemon();
  key = (await createKey(daemon.db, { name: 'server', kind: 'client' }, Date.now())).key;
  built = await buildSdkFor(daemon.url);
  sdk = await built.load('node.js');
});
afterAll(async () => {
  built?.remove();
  await daemon?.close();
});

const rows = () => daemon.db.read(({ db, t }) => db.select().from(t.sdk_events));
const storedOf = async (mark: string) => (await rows()).filter((row) => row.event_type === mark);
const of = (mark: string, name = 'a') => ({ ...sdkEventOf(name), event_type: mark });
const make = (options?: object): BuiltEvents => new sdk.EVENTS(key, GAME, sdk.EventsBaseURL.EVENTS_PROD, options);

describe('on a server', () => {
  it('an event is stored, with the server’s version, once its promise has resolved', async () => {
    const mark = randomUUID();
    const events = make({ server_app_version: '7.1' });
    const started = events.startSession();
    events.setAppDetails({ platform_id: 'server' });
    const created = Array.from({ length: 50 }, (_, at) => events.createEvent([of(mark, `e${at}`)]));
    await Promise.all([started, ...created]);
    const stored = await storedOf(mark);
    expect(stored.map((row) => row.event_sub_type).sort()).toEqual(
      Array.from({ length: 50 }, (_, at) => `e${at}`).sort(),
    );
    const { app_details } = JSON.parse(stored[0]!.payload);
    expect(app_details).toEqual({ server_app_version: '7.1', platform_id: 'server' });
  });

  it('each call can name a different user, and no user gets anonymous events', async () => {
    const mark = randomUUID();
    const events = make();
    void events.startSession();
    void events.createUserEvent([of(mark, 'one')], { user_id: 'u1' });
    void events.createUserEvent([of(mark, 'two')], { user_id: 'u2' });
    events.setUserDetails({ user_id: 'u3' });
    void events.createUserEvent([of(mark, 'three')]);
    await events.createEvent([of(mark, 'none')]);
    const stored = await storedOf(mark);
    const seen = Object.fromEntries(stored.map((row) => [row.event_sub_type, [row.user_id, row.anon_id !== null]]));
    expect(seen).toEqual({ one: ['u1', false], two: ['u2', false], three: ['u3', false], none: [null, true] });
    const joined = await daemon.db.read(({ db, t }) => db.select().from(t.identities));
    expect(joined).toEqual([]);
    await expect(events.createUserEvent([of(mark)], { user_id: '' })).rejects.toThrow('user_id');
  });

  it('the SDK accepts a server key with the scope `events`', async () => {
    const mark = randomUUID();
    const { key: serverKey } = await createKey(
      daemon.db,
      { name: 's', kind: 'server', scopes: ['events'] },
      Date.now(),
    );
    const events: BuiltEvents = new sdk.EVENTS(serverKey, GAME, sdk.EventsBaseURL.EVENTS_DEV);
    void events.startSession();
    await events.createEvent([of(mark)]);
    expect(await storedOf(mark)).toHaveLength(1);
  });
});

describe('an event that an older build of the SDK left on the disk', () => {
  it.each([2, 9, 20])('of %i MiB gets 413, so the SDK drops it and continues', async (mebibytes) => {
    const response = await fetch(`${daemon.url}/v1/game/game-event`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': key },
      body: JSON.stringify({ events: [of(randomUUID(), 'x'.repeat(mebibytes * 1_048_576))] }),
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'body_too_large' });
  });
});

/** Runs a program in the folder of a build, with `EVENTS` and the other exports available. */
function run(
  folder: string,
  file: string,
  lines: string,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const isEsm = file.endsWith('.js');
  const load = isEsm ? `import * as sdk from './${file}';` : `const sdk = require('./${file}');`;
  const program = join(folder, `program-${randomUUID()}.${isEsm ? 'mjs' : 'cjs'}`);
  writeFileSync(program, `${load}\nconst { EVENTS, EventsBaseURL } = sdk;\n${lines}\n`);
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })));
}

const start = (by: string, options = '{}') =>
  `const events = new EVENTS('${by}', '${GAME}', EventsBaseURL.EVENTS_PROD, ${options}); events.startSession();`;
const create = (mark: string, count: number) =>
  `for (let i = 0; i < ${count}; i++) events.createEvent([{ event_type: '${mark}', event: { event_sub_type: 'e' + i } }]);`;

describe('a process that ends', () => {
  it.each(['node.js', 'node.cjs'])('sends the waiting events without a call to flush (%s)', async (file) => {
    const mark = randomUUID();
    const { code, stderr } = await run(built.folder, file, start(key) + create(mark, 10));
    expect([code, stderr]).toEqual([0, '']);
    expect(await storedOf(mark)).toHaveLength(10);
  });

  it('by a signal loses no event if the program calls flush first', async () => {
    const mark = randomUUID();
    const lines = `${start(key)}${create(mark, 10)}
      process.on('SIGTERM', async () => process.exit((await events.flush()) ? 0 : 1));
      setTimeout(() => process.kill(process.pid, 'SIGTERM'), 50); setInterval(() => {}, 1000);`;
    expect(await run(built.folder, 'node.js', lines)).toMatchObject({ code: 0, stderr: '' });
    expect(await storedOf(mark)).toHaveLength(10);
  });

  it('while the daemon is down is not delayed, and the SDK reports the lost events', async () => {
    const sink = await startSink();
    sink.answer = () => ({ status: 503 });
    const elsewhere = await buildSdkFor(sink.url);
    try {
      const options = `{ onDrop: (events, reason) => console.log(reason, events.length) }`;
      const { code, stdout, stderr } = await run(elsewhere.folder, 'node.js', start(key, options) + create('m', 10));
      expect([code, stdout, stderr]).toEqual([0, 'exit 11\n', '']);
    } finally {
      elsewhere.remove();
      sink.close();
    }
  });
});

describe('a program that waits only for startSession', () => {
  const wait = (file: string) =>
    `const events = new EVENTS('${key}', '${GAME}', EventsBaseURL.EVENTS_PROD, { onDrop: () => {} });
     ${file.endsWith('.js') ? "await events.startSession(); console.log('started');" : "events.startSession().then(() => console.log('started'));"}`;

  it.each(['index.js', 'index.cjs', 'node.js', 'node.cjs'])(
    'continues once the daemon has the session (%s)',
    async (file) => {
      expect(await run(built.folder, file, wait(file))).toEqual({ code: 0, stdout: 'started\n', stderr: '' });
    },
  );

  it('ends with an error if the daemon is down', async () => {
    const sink = await startSink();
    sink.answer = () => ({ status: 503 });
    const elsewhere = await buildSdkFor(sink.url);
    try {
      const { code, stdout, stderr } = await run(elsewhere.folder, 'node.js', wait('node.js'));
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain('Error: service-sdk: dropped, exit');
    } finally {
      elsewhere.remove();
      sink.close();
    }
  });
});

describe('without a browser', () => {
  it.each(['index.js', 'index.cjs', 'node.js', 'node.cjs'])(
    '%s can be loaded and constructed without side effects',
    async (file) => {
      const lines = `new sdk.EVENTS('${key}', 'game', EventsBaseURL.EVENTS_PROD);
      const named = Object.keys(sdk).filter((name) => name !== '__esModule').sort(); const inner = sdk.default.EVENTS === EVENTS;
      console.log(JSON.stringify([named, inner, Object.keys(globalThis).filter((name) => /service/i.test(name))]));`;
      const { code, stdout, stderr } = await run(built.folder, file, lines);
      expect([code, stderr]).toEqual([0, '']);
      const names = ['DisableDataSettings', 'EVENTS', 'EventsBaseURL', 'default'];
      expect(JSON.parse(stdout)).toEqual([names, true, []]);
    },
  );

  it('a page rendered on a server can start a session, create events, and end', async () => {
    const mark = randomUUID();
    const { code, stderr } = await run(
      built.folder,
      'index.js',
      `${start(key)}${create(mark, 3)} await events.flush();`,
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(await storedOf(mark)).toHaveLength(3);
  });
});
