import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SentEvent } from '../../sdk/types.ts';
import { onSink, sdkEventOf, subTypesOf } from '../support/sdk/built-sdk.ts';

// The SDK creates `session_created` and `identify` once, without a call by the page. A fault must therefore neither
// prevent a later attempt nor throw an error in the page.

const on = onSink();
const unhandled = vi.fn();
const dropped: [string[], string][] = [];
const onDrop = (events: SentEvent[], reason: string) => dropped.push([subTypesOf(events), reason]);
let error: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  dropped.length = 0;
  process.on('unhandledRejection', unhandled);
  error = vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(async () => {
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off('unhandledRejection', unhandled);
  expect(unhandled.mock.calls.splice(0)).toEqual([]);
  vi.restoreAllMocks();
});
const kindsOf = (events: readonly SentEvent[]) =>
  events.map((each) => `${each.event_type}/${each.event.event_sub_type}`);

describe('beforeSend', () => {
  it('that throws for one event drops and reports only this event; the call continues', async () => {
    const broken = new Error('broken');
    const beforeSend = (event: SentEvent) => {
      if (event.event.event_sub_type === 'bad') throw broken;
      return event;
    };
    const sent = await on.sentBy(
      (events) => events.createEvent([sdkEventOf('a'), sdkEventOf('bad'), sdkEventOf('b')]),
      {
        beforeSend,
        onDrop,
      },
    );
    expect(subTypesOf(sent)).toEqual(['session_created', 'a', 'b']);
    expect(dropped).toEqual([[['bad'], 'before_send']]);
    expect(error.mock.calls).toEqual([[broken]]);
  });

  it('that throws loses neither session_created nor identify: the next successful call sends them', async () => {
    let isBroken = true;
    const beforeSend = (event: SentEvent) => {
      if (isBroken) throw new Error('broken');
      return event;
    };
    const sent = await on.sentBy(
      async (events) => {
        events.setPIITracking(true);
        events.setUserDetails({ user_id: 'u' });
        await events.createEvent([sdkEventOf('lost')]);
        isBroken = false;
        await Promise.all([
          events.createEvent([sdkEventOf('a')]),
          events.setUserDetails({ user_id: 'u' }),
          events.createEvent([sdkEventOf('b')]),
          events.flush(),
        ]);
      },
      { beforeSend, onDrop },
    );
    expect(kindsOf(sent)).toEqual(['session_created/session_created', 'ui/a', 'identify/identify', 'ui/b']);
    expect(new Set(dropped.map(([, reason]) => reason))).toEqual(new Set(['before_send']));
    expect(dropped.flatMap(([names]) => names)).toEqual(
      expect.arrayContaining(['session_created', 'identify', 'lost']),
    );
  });

  it('that calls the SDK does not recurse forever', async () => {
    let calls = 0;
    let events: ReturnType<typeof on.make> | undefined;
    const beforeSend = (event: SentEvent) => {
      calls++;
      events?.setUserDetails({ user_id: 'u' });
      return event;
    };
    events = on.make({ beforeSend, onDrop });
    void events.startSession();
    await events.flush();
    expect(kindsOf(on.sink.events()).sort()).toEqual(['identify/identify', 'session_created/session_created']);
    expect(calls).toBe(2);
  });
});

describe('a detail that is not JSON', () => {
  const knot: Record<string, unknown> = {};
  knot.self = knot;

  it.each([
    ['a circular object', knot],
    ['a BigInt', 1n],
  ])('(%s) in the user or app details prevents neither session_created nor identify', async (_, detail) => {
    const sent = await on.sentBy(async (events) => {
      events.setUserDetails({ user_id: 'u', detail });
      events.setAppDetails({ detail });
      void events.reset();
      await expect(events.createEvent([sdkEventOf('lost')])).rejects.toThrow(TypeError);
      events.setUserDetails({ user_id: 'u', detail });
      events.setAppDetails({});
      await expect(events.createUserEvent([sdkEventOf('lost')])).rejects.toThrow(TypeError);
      events.setUserDetails({ user_id: 'u' });
      await Promise.all([events.createUserEvent([sdkEventOf('a')]), events.flush()]);
    });
    // The first event was sent before the fault, the second by `reset`.
    expect(kindsOf(sent)).toEqual([
      'session_created/session_created',
      'session_created/session_created',
      'identify/identify',
      'ui/a',
    ]);
    expect(error).toHaveBeenCalled();
  });

  it('set before startSession does not prevent the session, and a page that does not await startSession gets no unhandled rejection', async () => {
    const events = on.make({ onDrop });
    events.setAppDetails({ detail: 1n });
    void events.startSession();
    events.setAppDetails({});
    const created = events.createEvent([sdkEventOf('a')]);
    await events.flush();
    await created;
    expect(subTypesOf(on.sink.events())).toEqual(['session_created', 'a']);
  });

  it('in the fields that PII tracking adds causes session_data_updated, not a second session_created', async () => {
    const sent = await on.sentBy(async (events) => {
      events.setUserDetails({ detail: 1n });
      events.setPIITracking(true);
      events.setUserDetails({});
      await Promise.all([events.createEvent([sdkEventOf('a')]), events.flush()]);
    });
    expect(subTypesOf(sent)).toEqual(['session_created', 'session_data_updated', 'a']);
  });
});
