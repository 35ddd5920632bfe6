import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SentEvent } from '../../sdk/types.ts';
import { onSink, page, refused, type SinkAnswer, sdkEventOf, subTypesOf, taken } from '../support/sdk/built-sdk.ts';

// Only the daemon's response about an event is final; a response from a server in between is not.

const on = onSink();
const dropped: [string[], string][] = [];
const onDrop = (events: SentEvent[], reason: string) => dropped.push([subTypesOf(events), reason]);
let warn: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  dropped.length = 0;
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => void vi.restoreAllMocks());

/** Starts a session whose first request gets this response, and all others the daemon's. */
async function answeredFirst(answer: SinkAnswer) {
  on.sink.answer = (request) => (on.sink.posts().length === 1 ? answer : taken(request));
  const events = on.make({ onDrop });
  void events.startSession();
  const created = events.createEvent([sdkEventOf('a')]);
  await events.flush();
  await created;
}

describe('a response that is not the daemon’s', () => {
  it.each([
    ['a page with 200', page(200)],
    ['a page with 400', page(400)],
    ['a page with 401', page(401)],
    ['a page with 403', page(403)],
    ['a page with 404', page(404)],
    ['a page with 422', page(422)],
    ['400 and nothing', { status: 400 }],
    ['JSON that is not a problem document', { status: 400, body: { code: 'bad', message: 'blocked' } }],
    [
      'a problem document without a code',
      { ...page(400), headers: { 'Content-Type': 'application/problem+json' }, body: { title: 'blocked' } },
    ],
    ['200 and JSON of another shape', { status: 200, body: { rejected: 'no' } }],
    ['200 and null', { status: 200, body: 'null' }],
  ] satisfies [string, SinkAnswer][])(
    'counts as an outage: after %s, nothing is dropped and everything is sent again',
    async (_, answer) => {
      await answeredFirst(answer);
      const [first, second] = on.sink.posts();
      expect(subTypesOf(first!.body.events)).toEqual(['session_created', 'a']);
      expect(second!.body.events).toEqual(first!.body.events);
      expect(second!.at - first!.at).toBeGreaterThanOrEqual(1000);
      expect(on.sink.posts()).toHaveLength(2);
      expect([dropped, warn.mock.calls]).toEqual([[], []]);
    },
  );

  it('is distinguished from the daemon’s own 400, which drops the event', async () => {
    on.sink.answer = (request) =>
      subTypesOf(request.body.events).includes('a') ? refused(400, 'invalid_request') : taken(request);
    const events = on.make({ onDrop });
    void events.startSession();
    await expect(events.createEvent([sdkEventOf('a')])).rejects.toThrow('invalid_request');
    expect(dropped).toEqual([[['a'], 'invalid_request']]);
  });
});

describe('413', () => {
  it.each([
    ['the daemon', refused(413, 'body_too_large')],
    ['a proxy', page(413)],
  ])('from %s for a single event: the SDK reports the event and continues with the others', async (_, answer) => {
    on.sink.answer = (request) => (JSON.stringify(request.body).length > 3000 ? answer : taken(request));
    const events = on.make({ onDrop });
    void events.startSession();
    const large = { event_details: { text: 'x'.repeat(4000) } };
    const created = [sdkEventOf('a'), sdkEventOf('large', large), sdkEventOf('b')].map((event) =>
      events.createEvent([event]),
    );
    const outcomes = await Promise.allSettled(created);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(dropped).toEqual([[['large'], 'too_large']]);
  });
});

describe('an event over 256 KiB of JSON', () => {
  const LIMIT = 262_144;
  const bytesOf = (event: SentEvent | undefined) => Buffer.byteLength(JSON.stringify(event));
  const textOf = (length: number, letter = 'x') =>
    sdkEventOf('text', { event_details: { text: letter.repeat(length) } });
  /** Returns the number of letters that fit into an event. */
  const roomIn = async () => {
    const [, event] = await on.sentBy((events) => events.createEvent([textOf(0)]));
    return LIMIT - bytesOf(event);
  };

  it('makes its call fail, and none of the call’s events are queued; an event of exactly 256 KiB is sent', async () => {
    const room = await roomIn();
    on.sink.received.length = 0;
    const events = on.make({ onDrop });
    void events.startSession();
    await expect(events.createEvent([sdkEventOf('a'), textOf(room + 1)])).rejects.toThrow('256 KiB');
    await expect(events.createEvent([textOf(Math.ceil(room / 2) + 1, 'é')])).rejects.toThrow(TypeError);
    const created = events.createEvent([textOf(room)]);
    await events.flush();
    await created;
    expect(subTypesOf(on.sink.events())).toEqual(['session_created', 'text']);
    expect(bytesOf(on.sink.events()[1])).toBe(LIMIT);
    expect(dropped).toEqual([]);
  });

  it.each([2, 9])('does not delay other events, even at %i MiB', async (mebibytes) => {
    const events = on.make({ onDrop });
    void events.startSession();
    await expect(events.createEvent([textOf(mebibytes * 1_048_576)])).rejects.toThrow('256 KiB');
    const created = events.createEvent([sdkEventOf('a')]);
    expect(await events.flush()).toBe(true);
    await created;
    expect(subTypesOf(on.sink.events())).toEqual(['session_created', 'a']);
  });

  it('is measured after beforeSend has changed it', async () => {
    const cut = (event: SentEvent) => ({ ...event, event: { event_sub_type: event.event.event_sub_type } });
    const sent = await on.sentBy((events) => events.createEvent([textOf(LIMIT)]), { beforeSend: cut });
    expect(subTypesOf(sent)).toEqual(['session_created', 'text']);
  });
});
