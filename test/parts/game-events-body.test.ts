import { describe, expect, it } from 'vitest';
import { parseGameEventsBody } from '../../daemon/http/json.ts';
import { isExactNumber } from '../../daemon/lib/exact-number.ts';
import { whyUnreadable } from '../../daemon/lib/unreadable.ts';

const read = (text: string) => parseGameEventsBody(Buffer.from(text)) as { events: Record<string, unknown>[] };
const LONG = '12.345678901234567';
const moved = (type: string) => `{"event_type":"${type}","event":{"amount":${LONG},"event_details":{"x":${LONG}}}}`;

describe('the parser of a game-event request', () => {
  it('keeps the text of amounts, but of no other number', () => {
    const { events } = read(`{"events":[${moved('payment')},${moved('walk')}]}`);
    const { amount, event_details } = (events[0]?.event ?? {}) as Record<string, unknown>;
    expect(isExactNumber(amount)).toBe(true);
    expect({ amount, event_details }).toEqual({ amount: { numberText: LONG }, event_details: { x: Number(LONG) } });
  });

  it('marks SDK events with refused characters, and throws for a payment with them', () => {
    const { events } = read('{"events":[{"a":"\\u0000"},{"a":"\\ud83d\\ude00"},{"\\udc00":1},7]}');
    expect(events.map((event) => whyUnreadable(event) !== undefined)).toEqual([true, false, true, false]);
    expect(() => read('{"events":[{"event_type":"payment","a":"\\u0000"}]}')).toThrow('NUL');
    expect(() => read('{"id":"\\ud83d","events":[]}')).toThrow('surrogate');
    for (const other of ['null', '7', '[]', '{}', '{"events":{"a":1}}']) expect(read(other)).toEqual(JSON.parse(other));
  });
});
