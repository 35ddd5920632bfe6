import { afterEach, describe, expect, it, vi } from 'vitest';
import { createStorage } from '../../sdk/storage.ts';
import { createWaits } from '../../sdk/waits.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const blocked = () =>
  vi.stubGlobal('localStorage', {
    get getItem(): never {
      throw new DOMException('no', 'SecurityError');
    },
    get setItem(): never {
      throw new DOMException('no', 'SecurityError');
    },
  });

describe('local storage', () => {
  it('that is missing or blocked is replaced by memory', () => {
    for (const prepare of [() => {}, blocked]) {
      prepare();
      const storage = createStorage('game');
      storage.set('a', '{"b":1}');
      expect([storage.get('a'), storage.read('a'), storage.get('c'), storage.keys('')]).toEqual([
        '{"b":1}',
        { b: 1 },
        null,
        [],
      ]);
      storage.set('a', null);
      expect(storage.get('a')).toBeNull();
      storage.set('a', '1');
      storage.clear();
      expect(storage.get('a')).toBeNull();
    }
  });

  it('stores nothing once the player has opted out, except for the opt-out itself', () => {
    let isOut = false;
    const storage = createStorage('game', false, () => isOut);
    storage.set('a', '1');
    isOut = true;
    storage.set('a', '2');
    storage.set('b', '1');
    storage.set('out', '1');
    expect([storage.get('a'), storage.get('b'), storage.get('out')]).toEqual(['1', null, '1']);
    storage.set('a', null);
    expect(storage.get('a')).toBeNull();
  });

  it('that is full keeps its content, and memory holds the newer values', () => {
    const kept: Record<string, string> = { 'service_sdk.game.a': 'old' };
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept[key] ?? null,
      removeItem: (key: string) => delete kept[key],
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    const storage = createStorage('game');
    storage.set('a', 'new');
    expect([storage.get('a'), kept['service_sdk.game.a']]).toEqual(['new', 'old']);
    storage.set('a', null);
    expect([storage.get('a'), kept]).toEqual([null, {}]);
  });

  it('that only pretends to store values is replaced by memory', () => {
    vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} });
    const storage = createStorage('game');
    storage.set('a', '1');
    expect(storage.get('a')).toBe('1');
    storage.set('a', null);
    expect(storage.get('a')).toBeNull();
  });

  it('whose content is not JSON is read as empty', () => {
    const storage = createStorage('game');
    for (const junk of ['', '{', 'null', 'undefined']) {
      storage.set('a', junk);
      expect(storage.read('a')).toEqual({});
    }
  });
});

describe('the wait', () => {
  const NOON = Date.parse('2026-03-01T12:00:00Z');
  const HOUR = 3_600_000;
  const open = () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOON });
    const storage = createStorage('game');
    return { storage, waits: createWaits(storage) };
  };

  it('grows with failures, applies after a reload and to other tabs, and ends with success', () => {
    const { storage, waits } = open();
    const left = () => {
      waits.putOff(0);
      return waits.msLeft();
    };
    const [first, second, third] = [left(), left(), left()];
    expect(first).toBeGreaterThanOrEqual(1000);
    expect(first).toBeLessThanOrEqual(1500);
    expect(second).toBeGreaterThanOrEqual(2000);
    expect(third).toBeGreaterThanOrEqual(4000);
    expect(createWaits(storage).msLeft()).toBe(third);
    waits.end();
    expect([waits.msLeft(), left() <= 1500]).toEqual([0, true]);
  });

  it('is at least as long as the server requested', () => {
    const { waits } = open();
    waits.putOff(60_000);
    expect(waits.msLeft()).toBeGreaterThanOrEqual(60_000);
    expect(waits.msLeft()).toBeLessThanOrEqual(61_000);
    // Neither a restored network nor the next page shortens it.
    waits.end('us');
    waits.end('key');
    expect(waits.msLeft()).toBeGreaterThanOrEqual(60_000);
    vi.advanceTimersByTime(61_001);
    expect(waits.msLeft()).toBe(0);
  });

  it('for a refused key is five minutes, and ends with the next page', () => {
    const { waits } = open();
    waits.putOff(0, true);
    const left = waits.msLeft();
    expect(left).toBeGreaterThanOrEqual(300_000);
    expect(left).toBeLessThanOrEqual(301_000);
    waits.end('us');
    expect(waits.msLeft()).toBe(left);
    waits.end('key');
    expect(waits.msLeft()).toBe(0);
  });

  it.each([
    ['back by 23 hours', -23 * HOUR],
    ['back by a minute', -60_000],
    ['ahead by a year', 365 * 24 * HOUR],
  ])('stays the same when the clock is set %s', (_, ms) => {
    const { waits } = open();
    waits.putOff(60_000);
    const left = waits.msLeft();
    vi.setSystemTime(Date.now() + ms);
    expect(waits.msLeft()).toBe(left);
    vi.advanceTimersByTime(left - 1);
    expect(waits.msLeft()).toBeCloseTo(1);
    vi.advanceTimersByTime(2);
    expect(waits.msLeft()).toBe(0);
  });

  it('does not grow for a page that starts after the clock was set back', () => {
    const { storage, waits } = open();
    waits.putOff(60_000);
    vi.setSystemTime(NOON - 23 * HOUR);
    const next = createWaits(storage);
    expect(next.msLeft()).toBeGreaterThanOrEqual(60_000);
    expect(next.msLeft()).toBeLessThanOrEqual(61_000);
    vi.advanceTimersByTime(61_001);
    expect(next.msLeft()).toBe(0);
    // Even then, the next failure causes a wait that is no longer than usual.
    next.putOff(60_000);
    expect(next.msLeft()).toBeLessThanOrEqual(61_000);
  });

  it('of another tab also applies to this one', () => {
    const { storage, waits } = open();
    expect(waits.msLeft()).toBe(0);
    createWaits(storage).putOff(60_000);
    expect(waits.msLeft()).toBeGreaterThanOrEqual(60_000);
    createWaits(storage).end();
    expect(waits.msLeft()).toBe(0);
  });
});
