import { expect, it } from 'vitest';
import { atMost } from '../../daemon/lib/at-most.ts';
import { Unavailable } from '../../daemon/lib/unavailable.ts';

/** Creates work that ends when its function in `ends` is called. */
function createWork() {
  const ends: ((fault?: Error) => void)[] = [];
  const work = () => new Promise<void>((resolve, reject) => ends.push((fault) => (fault ? reject(fault) : resolve())));
  return { ends, work };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('atMost runs at most the given number of calls at a time and the rest in turn, even after a failure', async () => {
  const { ends, work } = createWork();
  const turns = atMost(2);
  const all = Array.from({ length: 4 }, () => turns(work).catch((error: Error) => error.message));
  await settled();
  expect(ends).toHaveLength(2);
  ends[0]?.(new Error('failed'));
  await settled();
  expect(ends).toHaveLength(3);
  ends[1]?.();
  await settled();
  ends[2]?.();
  ends[3]?.();
  expect(await Promise.all(all)).toEqual(['failed', undefined, undefined, undefined]);
});

it('atMost refuses a call if two hundred others are already waiting', async () => {
  const { ends, work } = createWork();
  const turns = atMost(1);
  const all = Array.from({ length: 201 }, () => turns(work));
  await expect(turns(work)).rejects.toBeInstanceOf(Unavailable);
  for (let n = 0; n < 201; n += 1) {
    await settled();
    ends[n]?.();
  }
  await Promise.all(all);
});
