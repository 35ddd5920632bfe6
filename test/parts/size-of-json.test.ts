import { expect, it } from 'vitest';
import { sizeOfJson } from '../../daemon/http/size-of-json.ts';

const sizeOf = (json: string, to?: number) => sizeOfJson(Buffer.from(json), to);

it.each([
  ['{}', 0, 1, 1, 1],
  ['[1,[2],"a:b,[c",{}]', 0, 6, 3, 2],
  ['{"a":1,"b":{"c":[{"d":2}]}}', 4, 5, 8, 4],
  ['{"a,b":"c:d","\\":":"\\\\","e":":"}', 3, 3, 4, 1],
  ['"a,b', 0, 0, 0, 0],
])('measures %s', (json, keys, values, parts, depth) => {
  expect(sizeOf(json)).toEqual({ keys, values, parts, depth });
});

it('values are counted only to a given depth', () => {
  const json = '{"events":[{"id":1,"own":{"a":1,"b":[2,3]}}]}';
  expect([sizeOf(json, 3).values, sizeOf(json).values]).toEqual([4, 8]);
});
