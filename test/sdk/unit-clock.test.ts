import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClock } from '../../sdk/clock.ts';
import { createStorage } from '../../sdk/storage.ts';

const NOON = Date.parse('2026-03-01T12:00:00Z');
const DAY = 86_400_000;
const http = (time: number) => new Date(time).toUTCString();
const setMachine = (time: number) => vi.useFakeTimers({ now: time });
afterEach(() => void vi.useRealTimers());

describe('the clock', () => {
  it('is not known before the first response, which corrects it', () => {
    setMachine(NOON + DAY);
    const clock = createClock(createStorage('game'));
    expect(clock.isKnown()).toBe(false);
    expect(clock.now()).toBe(NOON + DAY);
    expect(clock.learn(http(NOON))).toBe(true);
    expect(clock.isKnown()).toBe(true);
    expect(clock.now()).toBe(NOON);
    expect(clock.correct(NOON + DAY - 5000)).toBe(NOON - 5000);
  });

  it('ignores a difference that the response’s travel time explains', () => {
    setMachine(NOON + 20_000);
    const clock = createClock(createStorage('game'));
    expect(clock.learn(http(NOON))).toBe(false);
    expect(clock.now()).toBe(NOON + 20_000);
  });

  it('keeps one correction as long as it is right, so that a repeated event has the same time', () => {
    setMachine(NOON - DAY);
    const clock = createClock(createStorage('game'));
    clock.learn(http(NOON));
    vi.setSystemTime(NOON - DAY + 30_000);
    clock.learn(http(NOON + 65_000));
    expect(clock.correct(0)).toBe(DAY);
    vi.setSystemTime(NOON + 60_000);
    expect(clock.learn(http(NOON + 60_000))).toBe(false);
    expect(clock.correct(0)).toBe(0);
  });

  it('drops its correction once the machine’s clock is right to within a minute', () => {
    setMachine(NOON - DAY);
    const clock = createClock(createStorage('game'));
    clock.learn(http(NOON));
    vi.setSystemTime(NOON);
    expect(clock.learn(http(NOON + 60_000))).toBe(false);
    expect(clock.now()).toBe(NOON);
  });

  it('is not changed by a response without a readable date', () => {
    setMachine(NOON);
    const clock = createClock(createStorage('game'));
    expect(clock.learn(null)).toBe(false);
    expect(clock.isKnown()).toBe(false);
    clock.learn(http(NOON - DAY));
    clock.learn(null);
    expect(clock.now()).toBe(NOON - DAY);
  });

  it('is trusted on the next visit if it was right, and checked if it was wrong', () => {
    setMachine(NOON);
    const storage = createStorage('game');
    createClock(storage).learn(http(NOON));
    expect(createClock(storage).isKnown()).toBe(true);
    createClock(storage).learn(http(NOON + DAY));
    expect(createClock(storage).isKnown()).toBe(false);
    expect(createClock(storage).now()).toBe(NOON);
  });

  it('is always trusted on a server', () => {
    setMachine(NOON);
    const clock = createClock(createStorage('game'), true);
    expect(clock.learn(http(NOON + DAY))).toBe(false);
    expect([clock.isKnown(), clock.now()]).toEqual([true, NOON]);
  });
});
