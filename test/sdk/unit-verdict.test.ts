import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backOff, cutBatch, DAY_MS, judge, retryAfter } from '../../sdk/verdict.ts';

describe('a response', () => {
  it.each([
    [200, true, 20, 'done'],
    // `false`: the response came from a firewall, a proxy or a hotel's Wi-Fi between the SDK and the daemon.
    [200, false, 20, 'retry'],
    [204, false, 1, 'retry'],
    [302, false, 1, 'retry'],
    [0, false, 1, 'retry'],
    [401, true, 20, 'pause'],
    [403, true, 1, 'pause'],
    [401, false, 20, 'retry'],
    [403, false, 1, 'retry'],
    [404, true, 1, 'retry'],
    [408, false, 1, 'retry'],
    [425, false, 1, 'retry'],
    [429, true, 20, 'retry'],
    [500, true, 1, 'retry'],
    [503, true, 20, 'retry'],
    // A 413 means the same from any server on the way: a request with half of the events might be accepted.
    [413, true, 20, 'split'],
    [413, false, 20, 'split'],
    [413, true, 1, 'drop'],
    [413, false, 1, 'drop'],
    [400, true, 20, 'split'],
    [400, true, 1, 'drop'],
    [400, false, 20, 'retry'],
    [400, false, 1, 'retry'],
    [409, true, 2, 'split'],
    [422, true, 1, 'drop'],
    [422, false, 1, 'retry'],
  ] as const)('%i (from the daemon: %s) to %i events means %s', (status, isFromDaemon, events, verdict) => {
    expect(judge(status, isFromDaemon, events)).toBe(verdict);
  });
});

describe('the back-off', () => {
  it('grows from 1 s to 5 min', () => {
    const range = (failures: number) => [backOff(failures, 1), backOff(failures, 0)].map(Math.round);
    expect(range(1)).toEqual([1000, 1500]);
    expect(range(2)).toEqual([2000, 3000]);
    expect(range(3)).toEqual([4000, 6000]);
    expect(range(9)).toEqual([200_000, 300_000]);
    expect(range(500)).toEqual([200_000, 300_000]);
  });

  it('allows at most five requests in six seconds of 503 responses, whatever the random delays', () => {
    const random = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(random, { minLength: 8, maxLength: 8 }), (dice) => {
        let at = 0;
        let requests = 1;
        for (const [index, die] of dice.entries()) {
          at += backOff(index + 1, die);
          if (at <= 6000) requests++;
        }
        expect(requests).toBeLessThanOrEqual(5);
      }),
    );
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');
  it.each([
    [null, 0],
    ['', 0],
    ['7', 7000],
    ['0', 0],
    ['-5', 0],
    ['soon', 0],
    ['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['99999999', DAY_MS],
  ])('%s is %i ms', (header, ms) => {
    expect(retryAfter(header, now)).toBe(ms);
  });
});

describe('a batch', () => {
  const bytesOf = (texts: { text: string }[]) =>
    Buffer.byteLength(
      `{"id":"${'x'.repeat(36)}","sent_at":"2026-03-01T12:00:00.000Z","events":[${texts.map(({ text }) => text)}]}`,
    );

  it('is never larger than allowed, unless a single event is', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 300 }).map((of) => ({ text: JSON.stringify(of) }));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 40 }), fc.integer({ min: 250, max: 4000 }), (texts, bytes) => {
        const batch = cutBatch(texts, bytes);
        expect(batch).toEqual(texts.slice(0, batch.length));
        if (texts.length > 0) expect(batch.length).toBeGreaterThan(0);
        if (batch.length > 1) expect(bytesOf(batch)).toBeLessThanOrEqual(bytes);
      }),
    );
  });

  it('counts bytes, not characters', () => {
    const texts = Array.from({ length: 10 }, () => ({ text: '"ééééééééééééééééééééééééé"' }));
    expect(cutBatch(texts, 200 + 3 * 53)).toHaveLength(3);
    expect(cutBatch(texts, 1_000_000)).toHaveLength(10);
  });
});
