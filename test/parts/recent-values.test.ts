import { expect, test } from 'vitest';
import { entityOf, isUnchanged } from '../../daemon/features/dashboard/etag-rules.ts';
import { createRecent } from '../../daemon/lib/recent.ts';

const counting = () => {
  let runs = 0;
  return async () => {
    runs += 1;
    return runs;
  };
};

test('a value is reused while it is fresh, but not once the clock has been set back', async () => {
  const recent = createRecent<number>({ freshMs: 1000, max: 10 });
  const compute = counting();
  expect([await recent('a', 0, compute), await recent('a', 999, compute)]).toEqual([1, 1]);
  expect([await recent('a', 1000, compute), await recent('b', 1000, compute)]).toEqual([2, 3]);
  expect(await recent('a', -1, compute)).toBe(4);
});

test('calls at the same time share one run, and a failure is not cached', async () => {
  const recent = createRecent<number>({ freshMs: 1000, max: 10 });
  const failing = () => Promise.reject(new Error('no'));
  const both = await Promise.allSettled([recent('a', 0, failing), recent('a', 0, counting())]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await recent('a', 0, counting())).toBe(1);
});

test('the cache holds at most `max` values', async () => {
  const recent = createRecent<number>({ freshMs: 1000, max: 2 });
  const compute = counting();
  for (const key of ['a', 'b', 'c']) await recent(key, 0, compute);
  expect([await recent('c', 1, compute), await recent('b', 1, compute), await recent('a', 1, compute)]).toEqual([
    3, 2, 4,
  ]);
});

test.each([
  [undefined, false],
  ['"x"', false],
  ['*', true],
  ['TAG', true],
  ['W/TAG', true],
  ['"x", TAG', true],
  ['TAGx', false],
])('If-None-Match %s', (header, expected) => {
  const { etag } = entityOf({ a: 1 });
  expect(isUnchanged(header?.replace('TAG', etag), etag)).toBe(expected);
});
