import { describe, expect, it, test } from 'vitest';
import {
  COUNTED_MS,
  endAttempt,
  expiryOf,
  KNOWN_MS,
  LOCK_MS,
  lockOf,
  MAX_FAILURES,
  MAX_FAILURES_ANYWHERE,
  NO_TRIES,
  startAttempt,
  undoAttempt,
} from '../../daemon/features/staff/sign-in-rules.ts';

const NOW = 1_000_000_000_000;
const tries = (failures: number, more = {}) => ({ ...NO_TRIES, failures, since: NOW - 1000, ...more });
const start = (network: ReturnType<typeof tries>, anywhere = tries(0)) => startAttempt({ network, anywhere }, NOW);
const lock = NOW + LOCK_MS;

describe('attempts to sign in', () => {
  it('count as failed until they succeed, and the tenth failure from a network locks that network', () => {
    expect(start(NO_TRIES, NO_TRIES)).toEqual({
      network: tries(1, { since: NOW }),
      anywhere: tries(1, { since: NOW }),
    });
    expect(start(tries(MAX_FAILURES - 2))).toMatchObject({ network: tries(MAX_FAILURES - 1) });
    expect(start(tries(MAX_FAILURES - 1))).toMatchObject({ network: tries(MAX_FAILURES, { locked_until: lock }) });
    expect(start(tries(MAX_FAILURES, { locked_until: NOW + 1500 }))).toEqual({ retryAfterSeconds: 2 });
    expect(start(tries(MAX_FAILURES, { locked_until: NOW }))).toMatchObject({ network: tries(1, { since: NOW }) });
    expect(start(tries(9, { since: NOW - COUNTED_MS }))).toMatchObject({ network: tries(1, { since: NOW }) });
  });

  it('from all networks together are limited to a hundred failures an hour, except from a known network', () => {
    const full = tries(MAX_FAILURES_ANYWHERE);
    expect(start(tries(0), tries(MAX_FAILURES_ANYWHERE - 1))).toMatchObject({ anywhere: full });
    expect(start(tries(0), full)).toEqual({ retryAfterSeconds: COUNTED_MS / 1000 - 1 });
    expect(start(tries(0), { ...full, since: NOW - COUNTED_MS })).toMatchObject({ anywhere: { failures: 1 } });
    const known = tries(0, { passed_at: NOW - KNOWN_MS + 1 });
    expect(start(known, full)).toMatchObject({ network: { failures: 1 } });
    expect(start({ ...known, passed_at: NOW - KNOWN_MS }, full)).toHaveProperty('retryAfterSeconds');
    expect(start({ ...known, failures: MAX_FAILURES, locked_until: lock }, full)).toHaveProperty('retryAfterSeconds');
  });

  it('that were stored while the clock was ahead do not cause a longer lock than others', () => {
    expect(start(tries(MAX_FAILURES, { locked_until: lock + 1 }))).toMatchObject({
      network: { failures: 1, since: NOW },
    });
    expect(start(tries(0), tries(MAX_FAILURES_ANYWHERE, { since: NOW + 1 }))).toMatchObject({
      anywhere: { failures: 1 },
    });
  });

  test.each([
    // Each case lists the stored count, the count that the attempt wrote, and the expected count once it succeeds.
    [
      [1, null],
      [1, null],
      [0, null],
    ],
    [
      [5, null],
      [4, null],
      [4, null],
    ],
    [
      [10, lock],
      [10, lock],
      [9, null],
    ],
    // In these cases, another attempt has locked the network since then, or a success has cleared the count.
    [
      [10, lock],
      [9, null],
      [9, lock],
    ],
    [
      [0, null],
      [3, null],
      [0, null],
    ],
  ] as const)(
    'that succeed change the stored count %o, if they wrote %o, to %o',
    ([failed, until], [mine, mineUntil], [left, leftUntil]) => {
      const stored = { network: tries(failed, { locked_until: until }), anywhere: tries(40) };
      const undone = undoAttempt(stored, { network: tries(mine, { locked_until: mineUntil }), anywhere: tries(30) });
      expect(undone).toEqual({ network: tries(left, { locked_until: leftUntil }), anywhere: tries(39) });
    },
  );

  it('that succeed make their network known, and keep the counts of other networks', () => {
    const ended = endAttempt({ network: tries(7), anywhere: tries(40) }, NOW);
    expect(ended).toEqual({ network: tries(0, { since: NOW, passed_at: NOW }), anywhere: tries(39) });
    expect(expiryOf(ended.network)).toBe(NOW + KNOWN_MS);
    expect(expiryOf(ended.anywhere)).toBe(NOW - 1000 + COUNTED_MS);
  });

  it('lead to a lock whose end is shown to the owner', () => {
    expect(lockOf({ network: tries(9), anywhere: tries(99) })).toBeNull();
    expect(lockOf({ network: tries(10, { locked_until: lock }), anywhere: tries(99) })).toBe(lock);
    expect(lockOf({ network: tries(1), anywhere: tries(100) })).toBe(NOW - 1000 + COUNTED_MS);
  });
});
