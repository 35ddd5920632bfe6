import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { inOneTab } from '../../sdk/lock.ts';
import { createStorage } from '../../sdk/storage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Work that notes how many do it at once. */
function createWork() {
  const work = { now: 0, most: 0, done: 0 };
  return Object.assign(work, {
    async run() {
      work.most = Math.max(work.most, ++work.now);
      await sleep(30);
      work.now--;
      work.done++;
    },
  });
}
const withLocks = (request: (name: string, run: () => Promise<unknown>) => Promise<unknown>) =>
  vi.stubGlobal('navigator', { locks: { request } });

describe('with Web Locks', () => {
  it('one tab works after the other', async () => {
    let last: Promise<unknown> = Promise.resolve();
    const names = new Set<string>();
    withLocks((name, run) => {
      names.add(name);
      last = last.then(run);
      return last;
    });
    const work = createWork();
    await Promise.all(Array.from({ length: 4 }, () => inOneTab('game', createStorage('game'), work.run)));
    expect([work.most, work.done, [...names]]).toEqual([1, 4, ['service_sdk.game']]);
  });

  it('a page that has no origin of its own works with a lease', async () => {
    withLocks(() => Promise.reject(new DOMException('no', 'SecurityError')));
    const work = createWork();
    await inOneTab('game', createStorage('game'), work.run);
    expect(work.done).toBe(1);
  });

  it('what fails in the work itself is not done again', async () => {
    withLocks((_, run) => run());
    let runs = 0;
    const failing = () => {
      runs++;
      return Promise.reject(new Error('broken'));
    };
    await expect(inOneTab('game', createStorage('game'), failing)).rejects.toThrow('broken');
    expect(runs).toBe(1);
  });
});

describe('without Web Locks', () => {
  const without = () => vi.stubGlobal('navigator', {});

  it('of tabs that come at once, one works; the others come again', async () => {
    without();
    const [storage, work] = [createStorage('game'), createWork()];
    await Promise.all(Array.from({ length: 5 }, () => inOneTab('game', storage, work.run)));
    expect([work.most, work.done]).toEqual([1, 1]);
    await inOneTab('game', storage, work.run);
    expect([work.done, storage.get('lease')]).toEqual([2, null]);
  });

  it('each on its own storage they would all work at once', async () => {
    without();
    const work = createWork();
    await Promise.all(Array.from({ length: 5 }, () => inOneTab('game', createStorage('game'), work.run)));
    expect(work.most).toBe(5);
  });

  it('a tab that died does not hold the others up for ever', async () => {
    without();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const [storage, work] = [createStorage('game'), createWork()];
    storage.set('lease', `${'x'.repeat(36)} ${Date.now() + 40_000}`);
    await inOneTab('game', storage, work.run);
    expect(work.done).toBe(0);
    vi.setSystemTime(Date.now() + 40_001);
    await inOneTab('game', storage, work.run);
    expect(work.done).toBe(1);
    // Nor does one whose clock was a day ahead.
    storage.set('lease', `${'x'.repeat(36)} ${Date.now() + 86_400_000}`);
    await inOneTab('game', storage, work.run);
    expect(work.done).toBe(2);
  });
});
