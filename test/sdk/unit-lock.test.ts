import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { inOneTab } from '../../sdk/lock.ts';
import { createStorage } from '../../sdk/storage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Returns work that records how many tabs run it at the same time. */
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
interface Asked {
  signal?: AbortSignal;
  steal?: boolean;
}
const withLocks = (request: (name: string, options: Asked, run: () => Promise<unknown>) => Promise<unknown>) =>
  vi.stubGlobal('navigator', { locks: { request } });

describe('with Web Locks', () => {
  it('tabs work one after the other', async () => {
    let last: Promise<unknown> = Promise.resolve();
    const names = new Set<string>();
    withLocks((name, _options, run) => {
      names.add(name);
      last = last.then(run);
      return last;
    });
    const work = createWork();
    await Promise.all(Array.from({ length: 4 }, () => inOneTab('game', createStorage('game'), work.run)));
    // A sender from another test file can request the lock of its own game.
    expect([work.most, work.done, names.has('service_sdk.game')]).toEqual([1, 4, true]);
  });

  it('a page without its own origin works with a lease', async () => {
    withLocks(() => Promise.reject(new DOMException('no', 'SecurityError')));
    const work = createWork();
    await inOneTab('game', createStorage('game'), work.run);
    expect(work.done).toBe(1);
  });

  it('work that fails is not repeated', async () => {
    withLocks((_name, _options, run) => run());
    let runs = 0;
    const failing = () => {
      runs++;
      return Promise.reject(new Error('broken'));
    };
    await expect(inOneTab('game', createStorage('game'), failing)).rejects.toThrow('broken');
    expect(runs).toBe(1);
  });
});

describe('a tab that keeps the lock', () => {
  /** Works like a browser's locks: one tab holds a lock, and loses it to a tab that steals it. */
  function createLocks() {
    let lose: ((error: Error) => void) | undefined;
    let held: Promise<unknown> = Promise.resolve();
    return (_name: string, { signal, steal }: Asked, run: () => Promise<unknown>) => {
      if (steal) lose?.(new DOMException('stolen', 'AbortError'));
      const turn = steal ? Promise.resolve() : held.catch(() => {});
      const given = new Promise<void>((resolve, reject) => {
        void turn.then(() => resolve());
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
      const mine = given.then(
        () =>
          new Promise<unknown>((resolve, reject) => {
            lose = reject;
            run().then(resolve, reject);
          }),
      );
      if (!steal) held = mine;
      return mine;
    };
  }
  /** Replaces the timeout with one that expires when the test calls `end`. */
  function withPatience() {
    const patience = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
    return { timeout, end: () => patience.abort(new DOMException('late', 'TimeoutError')) };
  }
  afterEach(() => void vi.restoreAllMocks());

  it('loses it to a tab that has waited for 15 s, and notices the loss', async () => {
    withLocks(createLocks());
    const patience = withPatience();
    let isFrozenMine = () => false;
    const frozen = inOneTab('game', createStorage('game'), (isMine) => {
      isFrozenMine = isMine;
      return new Promise(() => {});
    });
    const lost = expect(frozen).rejects.toThrow('stolen');
    await sleep(0);
    const work = createWork();
    const other = inOneTab('game', createStorage('game'), work.run);
    await sleep(20);
    expect([work.done, isFrozenMine()]).toEqual([0, true]);
    patience.end();
    await other;
    await lost;
    expect([work.done, isFrozenMine()]).toEqual([1, false]);
    expect(patience.timeout).toHaveBeenCalledWith(15_000);
  });

  it('for less than 15 s is not interrupted by other tabs', async () => {
    withLocks(createLocks());
    const patience = withPatience();
    const work = createWork();
    await Promise.all([1, 2].map(() => inOneTab('game', createStorage('game'), work.run)));
    patience.end();
    expect([work.most, work.done]).toEqual([1, 2]);
  });
});

describe('without Web Locks', () => {
  const without = () => vi.stubGlobal('navigator', {});

  it('one of several tabs that start simultaneously works; the others retry', async () => {
    without();
    const [storage, work] = [createStorage('game'), createWork()];
    await Promise.all(Array.from({ length: 5 }, () => inOneTab('game', storage, work.run)));
    expect([work.most, work.done]).toEqual([1, 1]);
    await inOneTab('game', storage, work.run);
    expect([work.done, storage.get('lease')]).toEqual([2, null]);
  });

  it('tabs with separate storage all work at the same time', async () => {
    without();
    const work = createWork();
    await Promise.all(Array.from({ length: 5 }, () => inOneTab('game', createStorage('game'), work.run)));
    expect(work.most).toBe(5);
  });

  it('a tab that died does not block the others forever', async () => {
    without();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const [storage, work] = [createStorage('game'), createWork()];
    storage.set('lease', `${'x'.repeat(36)} ${Date.now() + 40_000}`);
    await inOneTab('game', storage, work.run);
    expect(work.done).toBe(0);
    vi.setSystemTime(Date.now() + 40_001);
    await inOneTab('game', storage, work.run);
    expect(work.done).toBe(1);
    // Nor does a tab whose clock was a day ahead.
    storage.set('lease', `${'x'.repeat(36)} ${Date.now() + 86_400_000}`);
    await inOneTab('game', storage, work.run);
    expect(work.done).toBe(2);
  });
});
