import { expect, test } from 'vitest';
import { prepareQuery } from '../../daemon/hot/prepare-query.ts';

const query = prepareQuery(
  'use',
  `select {now} from unnest({uses.id}::int[], {uses.n}::int[]) where at < {now} limit 3`,
);

test('a prepared query numbers its names in order, and takes columns from rows', () => {
  const uses = [
    { id: 1, n: 5, other: {} },
    { id: 2, n: 6, other: {} },
  ];
  expect(query({ uses, now: 7 })).toEqual({
    name: 'use',
    text: 'select $1 from unnest($2::int[], $3::int[]) where at < $1 limit 3',
    values: [7, [1, 2], [5, 6]],
  });
});

test('the types require each name, and allow no others', () => {
  const uses = [{ id: 1, n: 5 }];
  // @ts-expect-error: a value is missing.
  query({ uses });
  // @ts-expect-error: a name is misspelt.
  query({ uses, noww: 7 });
  // @ts-expect-error: the query has no such value.
  query({ uses, now: 7, more: 8 });
  // @ts-expect-error: a column is misspelt.
  query({ uses: [{ id: 1, m: 5 }], now: 7 });
});
