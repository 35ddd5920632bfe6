import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor, numbersOfCursor, pageOf, UnknownCursor } from '../../daemon/db/query/keyset.ts';
import { problemOf } from '../../daemon/http/problem-of.ts';

describe('a cursor', () => {
  it.each([[[1]], [[0, -5, 2.5]], [['a', 'ü"\n🎁', '']], [[Number.MAX_SAFE_INTEGER, 'x']]])('restores %j', (values) => {
    const cursor = encodeCursor(values);
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(decodeCursor(cursor)).toEqual(values);
  });

  const of = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  it.each([
    '',
    'x',
    '%%%',
    of(1),
    of([]),
    of({ 0: 1 }),
    of([null]),
    of([[1]]),
    of([true]),
    `${of([1])}=`,
    ` ${of([1])}`,
    Buffer.from('[ 1 ]').toString('base64url'),
    Buffer.from('[1e999]').toString('base64url'),
  ])('%j is refused, and the fault points to the query parameter', (cursor) => {
    let refused: unknown;
    try {
      decodeCursor(cursor);
    } catch (error) {
      refused = error;
    }
    expect(problemOf(refused)).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '#/query/cursor' }],
    });
  });

  it('of numbers must contain one whole number for each sort column', () => {
    expect(numbersOfCursor(undefined, 2)).toBeNull();
    expect(numbersOfCursor(encodeCursor([3, 4]), 2)).toEqual([3, 4]);
    for (const values of [[3], [3, 4, 5], [3, 'a'], [3, 4.5]])
      expect(() => numbersOfCursor(encodeCursor(values), 2)).toThrow(UnknownCursor);
  });
});

describe('a page', () => {
  const page = (rows: number[], limit: number) => pageOf(rows, limit, (row) => [row]);
  it('has a next cursor only if there is an extra row', () => {
    expect(page([5, 4, 3], 2)).toEqual({ data: [5, 4], next_cursor: encodeCursor([4]) });
    expect(page([5, 4], 2)).toEqual({ data: [5, 4], next_cursor: null });
    expect(page([], 2)).toEqual({ data: [], next_cursor: null });
  });
});
