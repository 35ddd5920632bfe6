import { describe, expect, it } from 'vitest';
import { ItemFault } from '../../daemon/db/item-fault.ts';
import { createBatcher } from '../../daemon/hot/batcher.ts';
import { Unavailable } from '../../daemon/lib/unavailable.ts';

const settle = (promises: Promise<unknown>[]) =>
  Promise.allSettled(promises).then((all) => all.map((one) => (one.status === 'fulfilled' ? one.value : one.reason)));

/** Creates a `run` that records its batches and waits until each is released. */
function heldRun() {
  const batches: (readonly number[])[] = [];
  const gates: (() => void)[] = [];
  const run = async (items: readonly number[]) => {
    batches.push(items);
    await new Promise<void>((open) => gates.push(open));
    return items.map((item) => item * 10);
  };
  const release = async () => {
    while (gates.length === 0) await new Promise(setImmediate);
    gates.shift()?.();
  };
  return { batches, run, release };
}

describe('a batcher', () => {
  it('runs the items of one turn of the event loop as one batch, and gives each its own outcome', async () => {
    const batches: (readonly number[])[] = [];
    const weights: number[] = [];
    const run = async (items: readonly number[]) => {
      batches.push(items);
      return items.map((item) => item * 10);
    };
    const batcher = createBatcher({ run, maxItems: 100, onBatch: (weight) => weights.push(weight) });
    expect(await Promise.all([1, 2, 3].map(batcher.add))).toEqual([10, 20, 30]);
    expect(await batcher.add(4)).toBe(40);
    expect(batches).toEqual([[1, 2, 3], [4]]);
    expect(weights).toEqual([3, 1]);
  });

  it('starts a full batch immediately, because a turn takes seconds under overload', async () => {
    const { batches, run, release } = heldRun();
    const batcher = createBatcher({ run, maxItems: 2 });
    const outcomes = Promise.all([1, 2, 3, 4, 5].map(batcher.add));
    expect(batches).toEqual([[1, 2]]);
    await release();
    await Promise.resolve();
    for (let tick = 0; tick < 20 && batches.length < 2; tick += 1) await Promise.resolve();
    expect(batches).toEqual([
      [1, 2],
      [3, 4],
    ]);
    await release();
    await release();
    expect(await outcomes).toEqual([10, 20, 30, 40, 50]);
    expect(batches).toHaveLength(3);
  });

  it('refuses items that waited too long for their batch, and runs the rest', async () => {
    const { batches, run, release } = heldRun();
    let now = 0;
    const batcher = createBatcher({ run, maxItems: 100, maxWaitMs: 30, elapsed: () => now });
    const first = batcher.add(1);
    await new Promise(setImmediate);
    const late = batcher.add(2).catch((error: unknown) => error);
    now = 31;
    const fresh = batcher.add(3);
    await release();
    expect(await late).toBeInstanceOf(Unavailable);
    await release();
    expect(await Promise.all([first, fresh])).toEqual([10, 30]);
    expect(batches).toEqual([[1], [3]]);
    await batcher.idle();
  });

  it('has one batch in progress while the next collects items', async () => {
    const { batches, run, release } = heldRun();
    const batcher = createBatcher({ run, maxItems: 100 });
    const first = batcher.add(1);
    while (batches.length === 0) await new Promise(setImmediate);
    const later = [batcher.add(2)];
    await new Promise(setImmediate);
    later.push(batcher.add(3));
    await new Promise(setImmediate);
    expect(batches).toEqual([[1]]);
    await release();
    expect(await first).toBe(10);
    await release();
    expect(await Promise.all(later)).toEqual([20, 30]);
    expect(batches).toEqual([[1], [2, 3]]);
  });

  it('has one batch in progress, even if a full one started early', async () => {
    const { batches, run, release } = heldRun();
    const batcher = createBatcher({ run, maxItems: 2 });
    const outcomes = [1, 2, 3].map(batcher.add);
    await new Promise(setImmediate);
    expect(batches).toEqual([[1, 2]]);
    await release();
    await release();
    expect(await Promise.all(outcomes)).toEqual([10, 20, 30]);
  });

  it('splits by weight, keeps the order, and runs a heavy item alone', async () => {
    const batches: (readonly number[])[] = [];
    const run = async (items: readonly number[]) => {
      batches.push(items);
      return items;
    };
    const batcher = createBatcher({ run, maxItems: 10, weigh: (item: number) => item });
    expect(await Promise.all([4, 6, 1, 50, 2].map(batcher.add))).toEqual([4, 6, 1, 50, 2]);
    expect(batches).toEqual([[4, 6], [1], [50], [2]]);
  });

  it('refuses all items of a failed batch, and continues', async () => {
    let fails = true;
    const run = async (items: readonly number[]) => {
      if (fails) throw new Error('disk');
      return items;
    };
    const batcher = createBatcher({ run, maxItems: 10 });
    const refused = await settle([batcher.add(1), batcher.add(2)]);
    expect(refused.map((error) => (error as Error).message)).toEqual(['disk', 'disk']);
    fails = false;
    expect(await batcher.add(3)).toBe(3);
  });

  it('reruns the items singly after a data error, so that a bad one fails alone', async () => {
    const batches: (readonly number[])[] = [];
    const run = async (items: readonly number[]) => {
      batches.push(items);
      if (items.includes(2)) throw new ItemFault(new Error('bad item'));
      return items;
    };
    const batcher = createBatcher({ run, maxItems: 10 });
    const [one, two, three] = await settle([1, 2, 3].map(batcher.add));
    expect([one, three]).toEqual([1, 3]);
    expect((two as Error).message).toBe('bad item');
    expect(batches).toEqual([[1, 2, 3], [1], [2], [3]]);
  });

  it('refuses items with 503 while too many are waiting, and accepts new ones when there is room again', async () => {
    const { run, release } = heldRun();
    const batcher = createBatcher({ run, maxItems: 2, maxWaiting: 3 });
    // Two are running and three are waiting.
    const taken = [1, 2, 3, 4, 5].map(batcher.add);
    const [refusal] = await settle([batcher.add(6)]);
    expect(refusal).toBeInstanceOf(Unavailable);
    for (let batch = 0; batch < 3; batch += 1) await release();
    expect(await Promise.all(taken)).toEqual([10, 20, 30, 40, 50]);
    const again = batcher.add(7);
    await release();
    expect(await again).toBe(70);
  });

  it('treats a wrong number of outcomes as a fault, and reports when it is idle', async () => {
    const batcher = createBatcher({ run: async () => [] as number[], maxItems: 2 });
    const [error] = await settle([batcher.add(1)]);
    expect((error as Error).message).toContain('returned 0 outcomes');
    await batcher.idle();
  });
});

describe('a concurrent batcher', () => {
  it('runs as many batches at once as configured, and no more', async () => {
    const { batches, run, release } = heldRun();
    const batcher = createBatcher({ run, maxItems: 1, concurrency: 2 });
    const all = settle([1, 2, 3].map(batcher.add));
    await expect.poll(() => batches).toEqual([[1], [2]]);
    // A third batch would have started within a turn.
    for (let turn = 0; turn < 2; turn += 1) await new Promise(setImmediate);
    expect(batches).toEqual([[1], [2]]);
    for (let n = 0; n < 3; n += 1) await release();
    expect(await all).toEqual([10, 20, 30]);
    await batcher.idle();
  });
});
