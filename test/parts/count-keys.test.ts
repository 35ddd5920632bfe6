import { expect, it } from 'vitest';
import { hasMoreKeys } from '../../daemon/http/count-keys.ts';

const has = (json: string, most: number, depth?: number) => hasMoreKeys(Buffer.from(json.padEnd(200)), most, depth);

it.each([
  ['{}', 0],
  ['[1,[2],"a:b:c",{}]', 0],
  ['{"a":1,"b":{"c":[{"d":2}]}}', 4],
  ['{"a:b":"c:d","\\":":"\\\\","e":":"}', 3],
  ['"a:b', 0],
])('counts the keys of %s', (json, keys) => {
  expect(has(json, keys)).toBe(false);
  if (keys > 0) expect(has(json, keys - 1)).toBe(true);
});

it('counts down to a depth', () => {
  const json = '{"events":[{"id":1,"own":{"a":1,"b":2}}]}';
  expect([has(json, 3, 3), has(json, 2, 3)]).toEqual([false, true]);
});
