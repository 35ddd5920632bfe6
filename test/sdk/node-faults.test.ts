import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SentEvent } from '../../sdk/types.ts';
import { onSink, refused, sdkEventOf, subTypesOf, taken } from '../support/sdk/built-sdk.ts';
import { until } from '../support/world/wait-until.ts';

const on = onSink();
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The number of requests in progress. */
let asked = 0;

/** From now on, only `passTime` advances the SDK's clock and timers, so a busy machine has no effect. */
async function onFakeClock() {
  // The first request of a process sets timers of its own, so it is sent before the fake clock starts.
  await fetch(on.sink.url, { method: 'HEAD' });
  const send = globalThis.fetch;
  vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
    asked += 1;
    const answered = send(...given);
    await answered.then((answer) => answer.clone().text()).catch(() => {});
    asked -= 1;
    return answered;
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], now: Date.now() });
}

async function passTime(until: number) {
  const turns = async () => {
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  };
  for (;;) {
    await turns();
    while (asked > 0) await turns();
    if (Date.now() >= until) return;
    vi.advanceTimersByTime(10);
  }
}

describe('faults of the server', () => {
  it('503: no event is lost or sent twice, with at most five requests in six seconds', async () => {
    await onFakeClock();
    const [startedAt, answer] = [Date.now(), { status: 503 }];
    on.sink.answer = (request) => (Date.now() - startedAt < 3500 ? answer : taken(request));
    const events = on.make();
    void events.startSession();
    const created = events.createEvent(Array.from({ length: 30 }, (_, at) => sdkEventOf(`e${at}`)));
    await passTime(startedAt + 30_000);
    await created;
    const posts = on.sink.posts();
    const last = posts.at(-1)!;
    expect(last.body.events).toHaveLength(31);
    expect(posts.filter(({ at }) => at - startedAt <= 6000).length).toBeLessThanOrEqual(5);
    expect(posts.length).toBeGreaterThan(1);
    expect(new Set(on.sink.events().map((each) => each.event_id)).size).toBe(31);
    expect(new Set(posts.map(({ body }) => body.id)).size).toBe(posts.length);
  });

  it('sabotage: the test notices an SDK that does not store how long to wait after a 503', async () => {
    const stored: Record<string, string> = {};
    vi.stubGlobal('localStorage', {
      getItem(key: string) {
        const value = stored[key] ?? null;
        if (key.endsWith('.wait')) delete stored[key];
        return value;
      },
      setItem(key: string, value: string) {
        stored[key] = value;
      },
      removeItem: (key: string) => delete stored[key],
    });
    await onFakeClock();
    on.sink.answer = () => ({ status: 503 });
    const startedAt = Date.now();
    const started = on.make().startSession();
    await until('the first request', () => {
      vi.advanceTimersByTime(10);
      return on.sink.posts().length > 0;
    });
    await until('too many requests', () => on.sink.posts().length > 5);
    expect(Date.now() - startedAt).toBeLessThan(6000);
    on.sink.answer = taken;
    await started;
  });

  it('429 with Retry-After: the SDK sends no earlier request', async () => {
    on.sink.answer = (request) =>
      on.sink.posts().length === 1 ? { status: 429, headers: { 'Retry-After': '3' } } : taken(request);
    const events = on.make();
    const created = events.startSession();
    await until('the requests', () => on.sink.posts().length === 1);
    expect(await events.flush()).toBe(false);
    for (let at = 0; at < 5; at++) expect(await events.flush()).toBe(false);
    await created;
    const [first, second] = on.sink.posts();
    expect(second!.at - first!.at).toBeGreaterThanOrEqual(3000);
    expect(second!.body.events).toEqual(first!.body.events);
  });

  it('401: the SDK pauses, and keeps the events', async () => {
    on.sink.answer = () => refused(401, 'unauthorized');
    const events = on.make();
    void events.startSession();
    await until('the requests', () => on.sink.posts().length === 1);
    await events.flush();
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(await events.flush()).toBe(false);
    expect(on.sink.posts()).toHaveLength(1);
    // The player opens the page again, and it now uses a key that the daemon accepts.
    on.sink.answer = taken;
    await events.startSession();
    expect(await events.flush()).toBe(true);
    expect(subTypesOf(on.sink.posts().at(-1)!.body.events)).toEqual(['session_created']);
  });

  it('413: the SDK splits requests until they fit, and reports an event that never fits', async () => {
    on.sink.answer = (request) => (JSON.stringify(request.body).length > 5000 ? { status: 413 } : taken(request));
    const dropped: [string[], string][] = [];
    const onDrop = (events: SentEvent[], reason: string) => dropped.push([subTypesOf(events), reason]);
    const events = on.make({ onDrop });
    void events.startSession();
    const fitting = events.createEvent(Array.from({ length: 40 }, (_, at) => sdkEventOf(`e${at}`)));
    const huge = events.createEvent([sdkEventOf('huge', { event_details: { text: 'x'.repeat(6000) } })]);
    await expect(huge).rejects.toThrow('too_large');
    await fitting;
    expect(dropped).toEqual([[['huge'], 'too_large']]);
  });

  it('400: the SDK finds and reports the bad event, and all others arrive', async () => {
    const stored = new Set<string>();
    on.sink.answer = (request) => {
      if (subTypesOf(request.body.events).includes('bad')) return refused(400, 'invalid_request');
      for (const name of subTypesOf(request.body.events)) stored.add(name);
      return taken(request);
    };
    const dropped: [string[], string][] = [];
    const events = on.make({ onDrop: (some: SentEvent[], reason: string) => dropped.push([subTypesOf(some), reason]) });
    void events.startSession();
    const created = Array.from({ length: 30 }, (_, at) =>
      events.createEvent([sdkEventOf(at === 17 ? 'bad' : `e${at}`)]),
    );
    const outcomes = await Promise.allSettled(created);
    expect(outcomes.map(({ status }) => status).indexOf('rejected')).toBe(17);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(stored.size).toBe(30);
    expect(dropped).toEqual([[['bad'], 'invalid_request']]);
  });

  it('200 with the index of a refused event: the SDK reports this event, and the others count as sent', async () => {
    on.sink.answer = ({ body }) => {
      const index = subTypesOf(body.events).indexOf('bad');
      const rejected = index < 0 ? [] : [{ index, code: 'invalid_event', detail: 'x' }];
      return {
        status: 200,
        body: { id: body.id, accepted: body.events.length - rejected.length, duplicates: 0, rejected },
      };
    };
    const dropped: [string[], string][] = [];
    const events = on.make({ onDrop: (some: SentEvent[], reason: string) => dropped.push([subTypesOf(some), reason]) });
    void events.startSession();
    const [good, bad] = [events.createEvent([sdkEventOf('good')]), events.createEvent([sdkEventOf('bad')])];
    await events.flush();
    await expect(bad).rejects.toThrow('invalid_event');
    await good;
    expect(dropped).toEqual([[['bad'], 'invalid_event']]);
    expect(await events.flush()).toBe(true);
  });

  it('a 200 from another server does not count as a response', async () => {
    on.sink.answer = (request) =>
      on.sink.posts().length === 1 ? { status: 200, body: 'Welcome to our hotel' } : taken(request);
    await on.sentBy(() => {});
    expect(on.sink.posts()).toHaveLength(2);
    expect(on.sink.posts()[1]!.body.events).toEqual(on.sink.posts()[0]!.body.events);
  });
});
