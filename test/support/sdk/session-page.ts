import { vi } from 'vitest';
import type { Consent, SentEvent } from '../../../sdk/types.ts';
import { type BuiltEvents, GAME } from './built-sdk.ts';
import type { Page, Situation } from './session-situations.ts';

// Plays a situation from session-situations.ts with the minimum that the SDK needs from a browser: an address, a
// document, local storage, a clock and a server that accepts everything. No real time passes.

/** What the player decides before the visit or, if late, at its end. */
export type Decision = 'granted' | 'granted late' | 'denied' | 'denied late';

export interface Played {
  /** The events in the order of their arrival, each once. IDs are replaced by their number. */
  sent: SentEvent[];
  /** What is in local storage at the end, with the same numbers. */
  stored: Record<string, string>;
  /** How the calls' promises ended, and the values that the situation recorded. */
  notes: unknown[];
  /** What was stored and sent by a visit before the player decided. */
  early: unknown[];
}

const START = Date.UTC(2026, 0, 10, 12);
const prefix = `service_sdk.${GAME}.`;
const turn = () => new Promise((resolve) => setImmediate(resolve));

export async function playSituation(
  { stored: before = {}, options = {}, visits }: Situation,
  decision: Decision,
  make: (options: object) => BuiltEvents,
): Promise<Played> {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: START });
  const stored: Record<string, string> = {};
  for (const [key, value] of Object.entries(before)) stored[prefix + key] = value;
  const sent: SentEvent[] = [];
  const notes: unknown[] = [];
  const early: unknown[] = [];
  const isLate = decision.endsWith('late');
  const consent = (isLate ? 'pending' : decision) as Consent;
  stubStorage(stored);
  stubServer(sent);
  for (const { at = '/play', referrer = '', act } of visits) {
    const page = stubPage(stored, notes);
    const [known, had] = [JSON.stringify(stored), sent.length];
    page.land(at, referrer);
    const tabs: BuiltEvents[] = [];
    const open = () => {
      const tab = recording(make({ onDrop: () => {}, ...options, consent }), notes);
      tabs.push(tab);
      return tab;
    };
    act(open(), { ...page, open });
    await turn();
    if (decision !== 'granted' && JSON.stringify(stored) !== known) early.push(JSON.parse(JSON.stringify(stored)));
    if (decision !== 'granted') early.push(...sent.slice(had));
    if (isLate) for (const tab of tabs) tab.setConsent(decision === 'granted late' ? 'granted' : 'denied');
    for (const tab of tabs) await tab.flush();
    // A page that was left keeps its events in local storage until it is shown again.
    page.show();
    await turn();
  }
  vi.unstubAllGlobals();
  vi.useRealTimers();
  return { ...numbered({ sent: once(sent), stored, notes }), early };
}

function stubStorage(stored: Record<string, string>) {
  const methods = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      stored[key] = value;
    },
    removeItem: (key: string) => {
      delete stored[key];
    },
  };
  vi.stubGlobal('localStorage', new Proxy(stored, { get: (_, key) => Reflect.get(methods, key) }));
  // Grants every lock immediately. Without Web Locks, a tab would wait for the others before it sends.
  const request = (_name: string, _options: object, work: () => Promise<unknown>) => work();
  vi.stubGlobal('navigator', {
    userAgent: 'Chrome/131 Mobile (Linux; Android 14)',
    language: 'de',
    locks: { request },
  });
  vi.stubGlobal('screen', { width: 360, height: 800 });
}

function stubServer(sent: SentEvent[]) {
  vi.stubGlobal('fetch', async (_url: string, { body = '{"events":[]}' }: { body?: string }) => {
    // The situation moves its clock before the response arrives.
    await turn();
    const { events } = JSON.parse(body);
    sent.push(...events);
    const headers = { date: new Date().toUTCString(), 'content-type': 'application/json' };
    return new Response(JSON.stringify({ accepted: events.length, duplicates: 0, rejected: [] }), { headers });
  });
}

function stubPage(stored: Record<string, string>, notes: unknown[]) {
  const document = Object.assign(new EventTarget(), { hidden: false, referrer: '' });
  const window = new EventTarget();
  vi.stubGlobal('document', document);
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  const show = (isShown: boolean) => {
    document.hidden = !isShown;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  return {
    land(address: string, referrer = document.referrer) {
      const { origin, pathname, search } = new URL(address, 'https://game.example');
      vi.stubGlobal('location', { origin, pathname, search });
      document.referrer = referrer;
    },
    pass: (seconds: number) => void vi.advanceTimersByTime(seconds * 1000),
    hide: () => show(false),
    show: () => show(true),
    leave() {
      window.dispatchEvent(new Event('pagehide'));
      show(false);
    },
    comeBack() {
      show(true);
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    },
    note: (value: unknown) => void notes.push(value),
    clearStorage() {
      for (const key of Object.keys(stored)) delete stored[key];
    },
  } satisfies Omit<Page, 'open'>;
}

/** Notes how the promises of all calls but `flush` end, so that none of them is unhandled. */
function recording(events: BuiltEvents, notes: unknown[]): BuiltEvents {
  const get = (_: object, name: keyof BuiltEvents) => {
    return (...given: never[]) => {
      const result = (events[name] as (...given: never[]) => unknown).apply(events, given);
      if (!(result instanceof Promise) || name === 'flush') return result;
      const at = notes.push(undefined) - 1;
      const told = (end: string) => {
        notes[at] = `${name}: ${end}`;
      };
      return result.then(
        () => told('done'),
        (error: Error) => told(error.message),
      );
    };
  };
  return new Proxy(events, { get: get as never });
}

/** A daemon stores each ID once. */
const once = (events: SentEvent[]) =>
  [...new Map(events.toReversed().map((event) => [event.event_id, event])).values()].toReversed();

/** Replaces each UUID with its number in order of appearance, so that two runs can be compared. */
function numbered<T>(value: T): T {
  const seen = new Map<string, number>();
  const text = JSON.stringify(value).replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, (id) => {
    if (!seen.has(id)) seen.set(id, seen.size + 1);
    return `id-${seen.get(id)}`;
  });
  return JSON.parse(text);
}
