import { expect, it } from 'vitest';
import {
  mergeSlices,
  type Place,
  type Placed,
  type Slice,
  SOURCES,
  startIn,
} from '../../daemon/features/players/timeline-rules.ts';

const textOf = ({ source, at, id }: Place) => `${source} ${at} ${id}`;
const placed = (source: Place['source'], at: number, id: number): Placed<string> => {
  const place = { source, at, id: source === 'event' ? `e${id}` : id };
  return { place, row: textOf(place) };
};
const slice = (rows: Placed<string>[], next: Place | null = null): Slice<string> => ({ rows, next });

it('rows of all sources are sorted by time, and rows of the same instant by source', () => {
  const events = slice([placed('event', 5, 2), placed('event', 5, 1), placed('event', 1, 3)]);
  const claims = slice([placed('claim', 5, 1)]);
  const payments = slice([placed('payment', 6, 2), placed('payment', 5, 1)]);
  expect(mergeSlices([events, claims, payments], 10)).toEqual({
    rows: ['payment 6 2', 'payment 5 1', 'claim 5 1', 'event 5 e2', 'event 5 e1', 'event 1 e3'],
    next: null,
  });
  expect(mergeSlices([events, claims, payments], 3)).toEqual({
    rows: ['payment 6 2', 'payment 5 1', 'claim 5 1'],
    next: { source: 'claim', at: 5, id: 1 },
  });
});

it('rows are held back if they are older than the last row that was read from another source', () => {
  const end: Place = { source: 'event', at: 4, id: '' };
  const claims = slice([placed('claim', 5, 3), placed('claim', 4, 2), placed('claim', 3, 1)]);
  expect(mergeSlices([slice([], end), claims], 10)).toEqual({ rows: ['claim 5 3', 'claim 4 2'], next: end });
  expect(mergeSlices([slice([], { ...end, at: 9 }), claims], 10)).toEqual({ rows: [], next: { ...end, at: 9 } });
  // Another event at that instant can follow the last event that was read, but no claim can.
  const part = slice([placed('event', 4, 7)], { source: 'event', at: 4, id: 'e7' });
  expect(mergeSlices([claims, part], 10).rows).toEqual(['claim 5 3', 'claim 4 2', 'event 4 e7']);
});

it('a page continues in each source after the last row of the previous page', () => {
  const after = { source: 'claim' as const, at: 5, id: 3 };
  expect(SOURCES.map((source) => startIn(source, after))).toEqual([{ at: 6, id: '' }, after, { at: 5, id: 0 }]);
  expect(startIn('event', { ...after, source: 'payment' })).toEqual({ at: 6, id: '' });
  expect(startIn('payment', { source: 'event', at: 5, id: 'x' })).toEqual({ at: 5, id: 0 });
  expect(startIn('claim', null)).toBeNull();
});
