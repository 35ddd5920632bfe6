import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { endpointList } from '../../daemon/contract/contract.ts';
import { PORTAL_SCREENS } from '../../daemon/contract/portal-screens.ts';
import type { IpcApi } from '../../src/preload/api.ts';
import { CHANNELS } from '../../src/preload/api.ts';
import { DESKTOP_REFUSALS } from '../../src/preload/desktop-refusals.ts';
import { type Desktop, fakeFrame, startDesktop } from '../support/browsers/desktop.ts';
import { testClient } from '../support/http/test-client.ts';
import { listen } from '../support/servers/listen.ts';
import { OWNER, startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

// These tests call every IPC channel of the built main process from wrong senders and with wrong values, under a
// substitute for Electron. They assume that Electron reports the sender's frame correctly.

const channels = Object.entries(CHANNELS) as [keyof IpcApi, string][];
const FORBIDDEN = { ok: false, problem: expect.objectContaining({ code: 'forbidden' }) };
const INVALID = { ok: false, problem: expect.objectContaining({ code: 'invalid_request' }) };

/** Valid values for each channel, so that a refusal is due to the sender alone. */
const GOOD: Record<keyof IpcApi, unknown[]> = {
  connections: [],
  connect: ['http://127.0.0.1:1'],
  about: [],
  describe: ['https://redeem.example', { name: 'Staging', colour: 'red' }],
  disconnect: [],
  forget: ['https://redeem.example'],
  call: ['listCampaigns'],
  session: [],
  signIn: [{ email: 'a@b.test', password: 'p' }],
  signInWithCompany: [false],
  setup: [{ setup_token: 't', email: 'a@b.test', password: 'long enough a password' }],
  acceptInvitation: [{ token: 't', password: 'long enough a password' }],
  changePassword: [{ current_password: 'p', new_password: 'long enough a password' }],
  signOut: [],
  saveFile: ['a.png', new Uint8Array([1]), 'image/png'],
  saveAnswer: ['a.csv', 'getBulkJobCsv', { params: { job_id: 1 } }],
  saves: [],
  cancelSave: [1],
  openHelp: ['campaigns'],
};
const gone = (member: string) =>
  Object.defineProperty(fakeFrame(), member, {
    get() {
      throw new Error('Render frame was disposed before WebFrameMain could be accessed');
    },
  });

describe('the IPC channels, under a substitute for Electron', () => {
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-ipc-'));
  let daemon: TestDaemon;
  let desktop: Desktop;
  let asked: string[];

  beforeAll(async () => {
    daemon = await startTestDaemon();
    desktop = await startDesktop({ userData: folder, downloads: folder });
    const { state } = desktop.electron;
    const send = state.fetch;
    state.fetch = (url, init) => {
      asked.push(`${init?.method} ${url}`);
      return send(url, init);
    };
    asked = [];
    state.pressed.push('Connect');
    expect(await desktop.bridge.connect(daemon.url)).toMatchObject({ value: { ok: true } });
    expect(await desktop.bridge.signIn(OWNER)).toMatchObject({ value: { ok: true } });
  });
  afterEach(() => {
    asked = [];
  });
  afterAll(async () => {
    await daemon.close();
    rmSync(folder, { recursive: true });
  });

  test('are those of the bridge, each with one handler', () => {
    expect([...desktop.electron.state.channels.keys()].sort()).toEqual(Object.values(CHANNELS).sort());
    expect(Object.keys(desktop.bridge).sort()).toEqual(Object.keys(CHANNELS).sort());
    expect(Object.keys(GOOD).sort()).toEqual(Object.keys(CHANNELS).sort());
  });

  const strangers: [string, { sender?: unknown; senderFrame?: unknown }][] = [
    ['another site', { senderFrame: fakeFrame({ url: 'https://evil.example/', origin: 'https://evil.example' }) }],
    ['another host with our scheme', { senderFrame: fakeFrame({ url: 'portal://evil/', origin: 'portal://evil' }) }],
    [
      'a site whose address contains ours',
      { senderFrame: fakeFrame({ origin: 'https://portal.app', url: 'https://evil.example/portal://app/' }) },
    ],
    ['a file', { senderFrame: fakeFrame({ url: 'file:///tmp/a.html', origin: 'file://' }) }],
    ['an opaque origin under our address', { senderFrame: fakeFrame({ origin: 'null' }) }],
    ['our origin under another address', { senderFrame: fakeFrame({ url: 'about:blank' }) }],
    ['a frame within our page', { senderFrame: fakeFrame({ parent: {} }) }],
    ['a detached frame', { senderFrame: fakeFrame({ detached: true }) }],
    ['a destroyed frame', { senderFrame: fakeFrame({ isDestroyed: () => true }) }],
    ['a frame that is gone', { senderFrame: null }],
    ['a frame whose origin cannot be read', { senderFrame: gone('origin') }],
    ['a frame whose address cannot be read', { senderFrame: gone('url') }],
    ['another window', { sender: {} }],
  ];
  test.each(strangers)('refuse %s', async (_who, event) => {
    for (const [name, channel] of channels)
      expect(await desktop.invoke(channel, GOOD[name], event), name).toEqual(FORBIDDEN);
    expect(asked).toEqual([]);
    expect(desktop.electron.state.dialogOptions).toEqual([]);
    expect(desktop.electron.state.boxes).toHaveLength(1);
  });

  test('refuse every sender once the window is closed', async () => {
    desktop.window().isGone = true;
    for (const [name, channel] of channels) expect(await desktop.invoke(channel, GOOD[name])).toEqual(FORBIDDEN);
    desktop.window().isGone = false;
  });

  /** Everything that structured clone transfers, including circular references and binary data. */
  const crossing = fc.oneof(
    fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withSparseArray: true,
      withNullPrototype: true,
      withUnicodeString: true,
    } as fc.ObjectConstraints),
    fc.constantFrom('__proto__', 'constructor', 'toString', '../..', '\u0000', '\ud800', 'x'.repeat(100_000)),
    fc.constantFrom(...endpointList.map(([name]) => name)),
    fc.constantFrom(...PORTAL_SCREENS),
    fc.constant(circle()),
  );

  test.each(channels)(
    'include %s, which refuses every invalid value and requests nothing from the daemon',
    async (name, channel) => {
      const faults = vi.spyOn(console, 'error').mockImplementation(() => {});
      const takesNothing = GOOD[name].length === 0;
      // Random values can be valid: an address, a boolean, an endpoint without parameters, a name with bytes and a
      // type, or a screen (`dashboard` is also an endpoint).
      const isEndpoint = (value: unknown) => endpointList.some(([endpoint]) => endpoint === value);
      const isEmpty = (question: unknown) =>
        question === undefined || (typeof question === 'object' && Object.keys(question ?? { null: 1 }).length === 0);
      const isRight = ([first, second, third]: unknown[], count: number) =>
        (['connect', 'forget'].includes(name) && count === 1 && typeof first === 'string') ||
        (name === 'cancelSave' && count === 1 && Number.isInteger(first)) ||
        (name === 'signInWithCompany' && count === 1 && typeof first === 'boolean') ||
        (name === 'openHelp' && count === 1 && PORTAL_SCREENS.some((screen) => screen === first)) ||
        (name === 'saveFile' && count === 3 && second instanceof Uint8Array && typeof third === 'string') ||
        (name === 'call' && isEndpoint(first) && isEmpty(second)) ||
        (name === 'saveAnswer' && typeof first === 'string' && isEndpoint(second) && isEmpty(third));
      await fc.assert(
        fc.asyncProperty(fc.array(crossing, { minLength: takesNothing ? 1 : 0, maxLength: 4 }), async (args) => {
          fc.pre(!isRight(args, args.length));
          expect(await desktop.invoke(channel, args)).toMatchObject({
            ok: false,
            problem: { code: 'invalid_request' },
          });
        }),
        { numRuns: 200 },
      );
      expect(asked).toEqual([]);
      expect(faults.mock.calls).toEqual([]);
      faults.mockRestore();
    },
  );

  test('forward only calls that the endpoint’s schemas accept', async () => {
    await fc.assert(
      fc.asyncProperty(crossing, crossing, async (odd, body) => {
        const question = { params: { campaign_id: odd }, body };
        const answer = await desktop.invoke(CHANNELS.call, ['changeCampaign', question]);
        expect(JSON.stringify(answer)).toContain('invalid_request');
      }),
      { numRuns: 200 },
    );
    expect(asked).toEqual([]);
  });

  test.each(['setup', 'signIn', 'acceptInvitation', 'getSession', 'signOut', 'changePassword'])(
    'do not forward calls to %s, which has its own channel',
    async (name) => {
      expect(await desktop.invoke(CHANNELS.call, [name, { body: OWNER }])).toEqual(INVALID);
      expect(await desktop.invoke(CHANNELS.saveAnswer, ['a.json', name, { body: OWNER }])).toEqual(INVALID);
    },
  );

  test('do not forward calls to endpoints for programs, or to those that open a session', async () => {
    const isOpen = (name: string) => ['getSetup', 'getCompanySignIn'].includes(name);
    for (const [name, { access }] of endpointList.filter(
      ([known, entry]) => entry.access.kind !== 'staff' && !isOpen(known),
    ))
      expect(await desktop.invoke(CHANNELS.call, [name, {}]), `${name} ${access.kind}`).toEqual(INVALID);
    expect(asked).toEqual([]);
  });

  test.each(['.', '..'])(
    'refuse %s as a path parameter, because it would change the path of the call',
    async (creator_id) => {
      expect(await desktop.bridge.call('getCreator', { params: { creator_id } })).toMatchObject({
        value: { ok: false, problem: { code: 'invalid_request', errors: [{ pointer: '#/path/creator_id' }] } },
      });
      expect(asked).toEqual([]);
    },
  );

  test('escape other characters in the path of a call', async () => {
    await desktop.bridge.call('getCreator', { params: { creator_id: '../keys?a=1#b/%2e%2e' } });
    expect(asked).toEqual([`GET ${daemon.url}/v1/admin/creators/..%2Fkeys%3Fa%3D1%23b%2F%252e%252e`]);
  });

  test('return the daemon’s refusals unchanged, and its ETags', async () => {
    expect(await desktop.bridge.call('getCampaign', { params: { campaign_id: 999 } })).toMatchObject({
      ok: true,
      value: { ok: false, status: 404, problem: { code: 'not_found', request_id: expect.any(String) } },
    });
    const first = await desktop.bridge.call('dashboard', { query: {} });
    expect(first).toMatchObject({ value: { ok: true, status: 200, etag: expect.any(String) } });
    const { etag } = (first as { value: { etag: string } }).value;
    expect(await desktop.bridge.call('dashboard', { query: {}, etag })).toMatchObject({
      value: { ok: true, status: 304, body: null },
    });
  });

  test('do not send the token to the target of a redirect', async () => {
    const heard: (string | undefined)[] = [];
    const stranger = createServer((request, response) => {
      heard.push(request.headers.authorization);
      response.end('{}');
    });
    const redirecting = createServer((request, response) => {
      const unauthorized = '{"code":"unauthorized","detail":"Authentication failed."}';
      if (!request.headers.authorization && request.method === 'GET') response.writeHead(401).end(unauthorized);
      else if (request.method === 'POST') response.writeHead(200).end(SIGNED_IN);
      else response.writeHead(307, { Location: `${addressOf(stranger)}${request.url}` }).end();
    });
    for (const server of [stranger, redirecting]) await listen(server);
    desktop.electron.state.pressed.push('Connect');
    expect(await desktop.bridge.connect(addressOf(redirecting))).toMatchObject({ value: { ok: true } });
    expect(await desktop.bridge.signIn(OWNER)).toMatchObject({ value: { ok: true } });
    expect(await desktop.bridge.call('listCampaigns')).toMatchObject({ value: { problem: { code: 'redirected' } } });
    expect(heard).toEqual([]);
    stranger.close();
    redirecting.close();
    await desktop.bridge.connect(daemon.url);
  });

  test('give the page a session with the environment and the number of recovery codes, but no token', async () => {
    const session = {
      staff: expect.objectContaining({ email: OWNER.email, recovery_codes_left: 0 }),
      expires_at: expect.any(String),
      environment: { name: 'production', colour: null },
    };
    expect(await desktop.bridge.signIn(OWNER)).toEqual({ ok: true, value: { ok: true, session } });
    expect(await desktop.bridge.session()).toEqual({ ok: true, value: { ok: true, session } });
  });

  test('send nothing to a new server before the user confirms it in a system dialog', async () => {
    const { state } = desktop.electron;
    const boxes = state.boxes.length;
    const stranger = 'http://127.0.0.1:9';
    const refused = { value: { ok: false, problem: { code: 'not_confirmed', status: 0 } } };
    expect(await desktop.bridge.connect(stranger)).toMatchObject(refused);
    expect(asked).toEqual([]);
    const [box] = state.boxes.slice(boxes);
    expect(box).toMatchObject({ type: 'warning', buttons: ['Cancel', 'Connect'], defaultId: 0, cancelId: 0 });
    expect(box?.message).toBe(`Connect to ${stranger}?`);
    // The app asks one question at a time, and none about a known server.
    state.pressed.push(null);
    void desktop.bridge.connect(stranger);
    expect(await desktop.bridge.connect('https://other.example')).toMatchObject(refused);
    expect(await desktop.bridge.connect(`${daemon.url}/portal/`)).toMatchObject({ value: { ok: true } });
    expect(state.boxes).toHaveLength(boxes + 2);
    expect((await desktop.bridge.connections()) as unknown).toMatchObject({
      value: { current: daemon.url, known: [{ url: daemon.url }, expect.anything()], keepsSessions: true },
    });
  });

  test('send no cookies, cache no responses and follow no redirects', async () => {
    const seen: (string | undefined)[] = [];
    const { state } = desktop.electron;
    const send = state.fetch;
    state.fetch = (url, init) => {
      seen.push(`${init?.credentials} ${(init as { cache?: string }).cache} ${init?.redirect}`);
      return send(url, init);
    };
    await desktop.bridge.call('listCampaigns');
    await desktop.bridge.session();
    await desktop.bridge.about();
    expect(await desktop.bridge.connect(daemon.url)).toMatchObject({ value: { ok: true } });
    state.fetch = send;
    expect(seen).toHaveLength(5);
    expect(new Set(seen)).toEqual(new Set(['omit no-store error']));
  });

  test('send the token in one header, only if needed, and forget it once the daemon refuses it', async () => {
    const { state } = desktop.electron;
    const send = state.fetch;
    const sent: Record<string, string>[] = [];
    state.fetch = (url, init) => {
      sent.push((init?.headers ?? {}) as Record<string, string>);
      return send(url, init);
    };
    const signIn = () => desktop.bridge.signIn(OWNER);
    expect(await signIn()).toMatchObject({ value: { ok: true } });
    await desktop.bridge.about();
    await desktop.bridge.call('listCampaigns');
    const Authorization = expect.stringMatching(/^Bearer \S{20,}$/);
    expect(sent).toEqual([{ 'Content-Type': 'application/json' }, {}, { Authorization }]);
    await testClient(daemon.url, sent[2]).call('signOut');
    const signedOut = { value: { ok: false, problem: { code: 'unauthorized' } } };
    expect(await desktop.bridge.call('listCampaigns')).toMatchObject(signedOut);
    expect(await desktop.bridge.call('listCampaigns')).toMatchObject(signedOut);
    expect(sent).toHaveLength(4);
    state.fetch = send;
    await signIn();
  });

  test('give a server the name and colour that the user chose, otherwise those of its environment', async () => {
    const production = { name: 'production', colour: null };
    const first = { name: null, colour: null, environment: production };
    const known = async () => (await desktop.bridge.connections()) as unknown;
    expect(await known()).toMatchObject({ value: { known: [{ url: daemon.url, ...first }, {}] } });
    await desktop.bridge.describe(daemon.url, { name: ' Studio ', colour: 'teal' });
    expect(await known()).toMatchObject({ value: { known: [{ name: 'Studio', colour: 'teal' }, {}] } });
    for (const profile of [
      { name: 'a\nb', colour: null },
      { name: '', colour: null },
      { name: null, colour: 'url(x)' },
    ])
      expect(await desktop.bridge.describe(daemon.url, profile)).toEqual(INVALID);
    expect(await desktop.bridge.about()).toMatchObject({ value: { fit: 'same', environment: production } });
  });

  test.each([
    ['net::ERR_CERT_AUTHORITY_INVALID', 'certificate_fault'],
    ['net::ERR_CERT_DATE_INVALID', 'certificate_fault'],
    ['net::ERR_SSL_PROTOCOL_ERROR', 'certificate_fault'],
    ['net::ERR_NAME_NOT_RESOLVED', 'server_name_unknown'],
    ['net::ERR_DNS_TIMED_OUT', 'server_name_unknown'],
    ['net::ERR_INTERNET_DISCONNECTED', 'offline'],
    ['net::ERR_CONNECTION_REFUSED', 'connection_refused'],
    ['net::ERR_CONNECTION_TIMED_OUT', 'answer_timed_out'],
    ['net::ERR_TIMED_OUT', 'answer_timed_out'],
    ['net::ERR_PROXY_CONNECTION_FAILED', 'proxy_fault'],
    ['net::ERR_TUNNEL_CONNECTION_FAILED', 'proxy_fault'],
    ['net::ERR_CONNECTION_RESET', 'connection_broken'],
    ['net::ERR_EMPTY_RESPONSE', 'connection_broken'],
    ['net::ERR_INCOMPLETE_CHUNKED_ENCODING', 'connection_broken'],
    ['net::ERR_ADDRESS_UNREACHABLE', 'no_connection'],
    ['something else', 'no_connection'],
  ])('report the network error %s as %s', async (message, code) => {
    const { state } = desktop.electron;
    const send = state.fetch;
    state.fetch = async () => {
      throw new Error(message);
    };
    const reply = { value: { ok: false, problem: { code, status: 0, detail: DESKTOP_REFUSALS[code as 'offline'] } } };
    expect(await desktop.bridge.call('listCampaigns')).toMatchObject(reply);
    expect(await desktop.bridge.connect(daemon.url)).toMatchObject(reply);
    state.fetch = async () => {
      const body = new ReadableStream({ pull: (controller) => controller.error(new Error(message)) });
      return new Response(body, { headers: { 'Content-Type': 'application/json' } });
    };
    const broken = code === 'no_connection' ? 'connection_broken' : code;
    expect(await desktop.bridge.call('listCampaigns')).toMatchObject({ value: { problem: { code: broken } } });
    state.fetch = send;
  });

  test('give up on a server that is not responding, and sooner while the app is connecting', async () => {
    const limits: number[] = [];
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      limits.push(ms);
      return AbortSignal.abort(new DOMException('late', 'TimeoutError'));
    });
    const late = { value: { ok: false, problem: { code: 'answer_timed_out' } } };
    expect(await desktop.bridge.connect(daemon.url)).toMatchObject(late);
    expect(await desktop.bridge.call('listCampaigns')).toMatchObject(late);
    expect(await desktop.bridge.about()).toMatchObject({ value: null });
    expect(limits).toEqual([10_000, 60_000, 10_000]);
    vi.restoreAllMocks();
  });

  test.each([
    ['1.0', 'same'],
    ['0.9', 'older'],
    ['0.99', 'older'],
    ['1.1', 'newer'],
    ['2.0', 'newer'],
    ['what', null],
  ])('report a server with API version %s as %s', async (api, fit) => {
    const { state } = desktop.electron;
    const send = state.fetch;
    state.fetch = async () => Response.json({ status: 'ok', version: '7.0.0', api });
    const about = fit && { version: '7.0.0', api, fit, environment: null };
    expect(await desktop.bridge.about()).toEqual({ ok: true, value: about });
    state.fetch = async () => Response.json({ version: '7.0.0', api: '1.0' }, { status: 503 });
    expect(await desktop.bridge.about()).toEqual({ ok: true, value: null });
    state.fetch = send;
  });

  test('open the documentation of the connected server, and no other address', async () => {
    const { openedOutside } = desktop.electron.state;
    openedOutside.length = 0;
    expect(await desktop.bridge.openHelp('../evil')).toEqual(INVALID);
    expect(await desktop.bridge.openHelp('https://evil.example')).toEqual(INVALID);
    expect(openedOutside).toEqual([]);
    expect(await desktop.bridge.openHelp('jobs')).toEqual({ ok: true, value: undefined });
    expect(openedOutside).toEqual([`${daemon.url}/docs/operating#scheduled-jobs`]);
  });

  test('save a file from the page only if it has at most 32 MiB, and only through the window’s dialog', async () => {
    const { state } = desktop.electron;
    const large = new Uint8Array(32 * 1_048_576 + 1);
    expect(await desktop.bridge.saveFile('a.png', large, 'image/png')).toEqual(INVALID);
    expect(state.dialogOptions).toEqual([]);
    const cancelled = { ok: true, value: { outcome: 'cancelled' } };
    expect(await desktop.bridge.saveFile('a.png', large.subarray(1), 'image/png')).toEqual(cancelled);
    expect(state.dialogOptions.map(({ defaultPath }) => defaultPath)).toEqual([join(folder, 'a.png')]);
  });

  test('write only the files with the known servers and the tokens', () => {
    expect(readdirSync(folder).sort()).toEqual(['connections.json', 'sessions.json']);
  });
});

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const SIGNED_IN = JSON.stringify({
  token: 'a token of the redirecting server',
  staff: {
    ...{ staff_id: 1, email: OWNER.email, name: 'Owner', role: 'owner', games: null },
    ...{ totp: false, totp_setup_required: false, recovery_codes_left: 0 },
  },
  expires_at: '2100-01-01T00:00:00Z',
  environment: { name: 'production', colour: null },
});

function circle() {
  const self: Record<string, unknown> = { name: 'a' };
  self.self = self;
  return self;
}
