import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { root } from '../../../build/paths.mjs';
import { buildSdk } from '../../../build/sdk-build.mjs';
import type { SentEvent } from '../../../sdk/types.ts';
import { listen } from '../servers/listen.ts';

/** The methods of an `EVENTS`, without its types, so that tests can pass wrong arguments (test/sdk/types.test.ts). */
export interface BuiltEvents {
  startSession(): Promise<void>;
  createEvent(events: unknown): Promise<void>;
  createUserEvent(events: unknown, user?: unknown): Promise<void>;
  getPIITracking(): boolean;
  setPIITracking(piiTracking: boolean): void;
  getAppDetails(): object;
  setAppDetails(details: object): void;
  getUserDetails(): object;
  setUserDetails(details: object): void;
  setEnabled(enabled: boolean): void;
  isEnabled(): boolean;
  setConsent(consent: 'granted' | 'pending' | 'denied'): void;
  getRedeemCode(): string | null;
  flush(): Promise<boolean>;
  reset(): Promise<void>;
  optOut(out?: boolean): Promise<void>;
}
export interface BuiltSdk {
  EVENTS: new (...given: unknown[]) => BuiltEvents;
  EventsBaseURL: { EVENTS_LOCAL: string; EVENTS_DEV: string; EVENTS_PROD: string };
  DisableDataSettings: Record<string, number>;
  default: Pick<BuiltSdk, 'EVENTS'>;
}

/** Builds the SDK for one address in its own folder. */
export async function buildSdkFor(url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-sdk-'));
  await buildSdk(folder, { EVENTS_DEV: url, EVENTS_PROD: url });
  return {
    folder,
    load: (file: string): Promise<BuiltSdk> => import(pathToFileURL(join(folder, file)).href),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Puts the package, built for one address, where npm would install it in this folder. */
export async function installSdk(folder: string, url: string): Promise<void> {
  const installed = join(folder, 'node_modules/service-sdk');
  mkdirSync(installed, { recursive: true });
  cpSync(join(root, 'sdk/package.json'), join(installed, 'package.json'));
  await buildSdk(join(installed, 'dist'), { EVENTS_DEV: url, EVENTS_PROD: url });
}

export interface Received {
  at: number;
  method: string;
  path: string;
  apiKey: string | undefined;
  body: { id: string; sent_at: string; events: SentEvent[] };
}

export interface SinkAnswer {
  status: number;
  headers?: Record<string, string>;
  /** A string is sent unchanged; other values are sent as JSON. */
  body?: unknown;
}

/** Starts a server that records its requests and sends the test's responses. */
export async function startSink() {
  const received: Received[] = [];
  const sink = {
    url: '',
    received,
    answer: taken as (request: Received) => SinkAnswer,
    /** Returns the requests with events. */
    posts: () => received.filter(({ method }) => method === 'POST'),
    /** Returns the received events in order. */
    events: () => sink.posts().flatMap(({ body }) => body.events),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const { method = '', url: path = '' } = incoming;
    const apiKey = incoming.headers['x-api-key'] as string | undefined;
    const request = { at: Date.now(), method, path, apiKey, body: text ? JSON.parse(text) : { events: [] } };
    received.push(request);
    const { status, headers, body } = method === 'HEAD' ? ({ status: 200 } as SinkAnswer) : sink.answer(request);
    const sent = typeof body === 'string' ? body : body && JSON.stringify(body);
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(sent);
  });
  sink.url = await listen(server);
  return sink;
}

/** Returns the daemon's response to events that it accepts. */
export const taken = ({ body }: Received): SinkAnswer => ({
  status: 200,
  body: { id: body.id, accepted: body.events.length, duplicates: 0, rejected: [] },
});

/** Returns the daemon's response to a request that it refuses. */
export const refused = (status: number, code: string, detail = ''): SinkAnswer => ({
  status,
  headers: { 'Content-Type': 'application/problem+json' },
  body: { type: 'about:blank', title: code, status, code, detail },
});

/** Returns an HTML page, such as one from a firewall, a proxy or a hotel's Wi-Fi sign-in. */
export const page = (status: number): SinkAnswer => ({
  status,
  headers: { 'Content-Type': 'text/html' },
  body: '<!doctype html><title>Blocked</title>',
});

export const CLIENT_KEY = `ck_${'k'.repeat(43)}`;
export const GAME = 'game_1';

export const sdkEventOf = (subType = 'click', more: object = {}) => ({
  event_type: 'ui',
  event: { event_sub_type: subType, ...more },
});
export const subTypesOf = (events: readonly SentEvent[]) => events.map(({ event }) => event.event_sub_type);

/** Builds a suite's SDK with its own sink, which is emptied before each test. */
export function onSink(file = 'index.js') {
  const on = {} as { sink: Awaited<ReturnType<typeof startSink>>; sdk: BuiltSdk; folder: string };
  let remove = () => {};
  beforeAll(async () => {
    on.sink = await startSink();
    const built = await buildSdkFor(on.sink.url);
    on.folder = built.folder;
    remove = built.remove;
    on.sdk = await built.load(file);
  });
  beforeEach(() => {
    on.sink.received.length = 0;
    on.sink.answer = taken;
  });
  afterAll(() => {
    on.sink.close();
    remove();
  });
  const make = (options?: object) => new on.sdk.EVENTS(CLIENT_KEY, GAME, on.sdk.EventsBaseURL.EVENTS_PROD, options);
  return Object.assign(on, {
    make,
    /** Starts a session, runs the test's code and returns the events that the server received. */
    async sentBy(act: (events: BuiltEvents) => unknown, options?: object): Promise<SentEvent[]> {
      const events = make(options);
      const started = events.startSession();
      const done = act(events);
      await events.flush();
      await Promise.all([started, done]);
      return on.sink.events();
    },
  });
}
