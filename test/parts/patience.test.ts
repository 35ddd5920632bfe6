import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { endsInTime } from '../../daemon/lib/patience.ts';

/** Blocks this process. */
const standStill = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test('what ends in time does so, also with an error', async () => {
  expect(await endsInTime(1000, Promise.resolve())).toBe(true);
  expect(await endsInTime(1000, Promise.reject(new Error('no')))).toBe(true);
});

test('what does not end is waited for no longer than that', async () => {
  expect(await endsInTime(300, new Promise(() => {}))).toBe(false);
});

test('a process that stands still again and again does not count that time', async () => {
  const work = async () => {
    for (let time = 0; time < 4; time += 1) {
      await new Promise(setImmediate);
      standStill(400);
    }
  };
  expect(await endsInTime(1000, work())).toBe(true);
  // The time by the clock is over.
  expect(await Promise.race([work(), sleep(1000, 'late')])).toBe('late');
});
