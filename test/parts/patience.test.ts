import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { endsInTime } from '../../daemon/lib/patience.ts';

/** Blocks this process. */
const standStill = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test('work that ends in time counts as ended, whether it succeeds or fails', async () => {
  expect(await endsInTime(1000, Promise.resolve())).toBe(true);
  expect(await endsInTime(1000, Promise.reject(new Error('no')))).toBe(true);
});

test('waiting for work that does not end stops after the given time', async () => {
  expect(await endsInTime(300, new Promise(() => {}))).toBe(false);
});

test('time in which the process was repeatedly frozen does not count', async () => {
  const work = async () => {
    for (let time = 0; time < 4; time += 1) {
      await new Promise(setImmediate);
      standStill(400);
    }
  };
  expect(await endsInTime(1000, work())).toBe(true);
  // By the clock, the same work takes longer than the given time.
  expect(await Promise.race([work(), sleep(1000, 'late')])).toBe('late');
});
