import { expect, it } from 'vitest';
import { hasMoreParts } from '../../daemon/http/count-parts.ts';

const has = (json: string, most: number, depth?: number) => hasMoreParts(Buffer.from(json.padEnd(200)), most, depth);

it.each([
  ['{}', 1],
  ['[1,[2],"a:b:c",{}]', 3],
  ['{"a":1,"b":{"c":[{"d":2}]}}', 8],
  ['{"a:b":"c:d","\\":":"\\\\","e":":"}', 4],
  ['"a:b', 0],
])('counts the parts of %s', (json, keys) => {
  expect(has(json, keys)).toBe(false);
  if (keys > 0) expect(has(json, keys - 1)).toBe(true);
});

it('counts down to a depth', () => {
  const json = '{"events":[{"id":1,"own":{"a":1,"b":2}}]}';
  expect([has(json, 6, 3), has(json, 5, 3)]).toEqual([false, true]);
});
