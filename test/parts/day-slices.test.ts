import { expect, test } from 'vitest';
import { createSlices, type Slice, type SliceOptions, slicesOf } from '../../daemon/lib/slices.ts';

const DAY = 86_400_000;
const ALL_DAYS = { sliceMs: DAY, settledAt: 0 };
const OPTIONS = { settledMs: 10, freshMs: 1000, max: 10 };

function reading(options: SliceOptions = OPTIONS) {
  const read: Slice[] = [];
  const slices = createSlices<number>(options);
  return {
    read,
    ask: (span: Slice, now: number) =>
      slices('name', span, now, async (slice) => {
        read.push(slice);
        return slice.to - slice.from;
      }),
  };
}

test('a span is split at the ends of days, and nothing is left out', () => {
  expect(slicesOf({ from: DAY - 5, to: 2 * DAY + 3 }, ALL_DAYS)).toEqual([
    { from: DAY - 5, to: DAY },
    { from: DAY, to: 2 * DAY },
    { from: 2 * DAY, to: 2 * DAY + 3 },
  ]);
  expect(slicesOf({ from: -5, to: 5 }, ALL_DAYS)).toEqual([
    { from: -5, to: 0 },
    { from: 0, to: 5 },
  ]);
  expect(slicesOf({ from: 5, to: 5 }, ALL_DAYS)).toEqual([]);
});

test('settled days are cut into longer slices, and today is a slice of its own', () => {
  const span = { from: 2 * DAY - 5, to: 8 * DAY + 3 };
  const cut = (settledAt: number) => slicesOf(span, { sliceMs: 3 * DAY, settledAt }).map(({ from, to }) => [from, to]);
  expect(cut(8 * DAY + 1)).toEqual([
    [2 * DAY - 5, 3 * DAY],
    [3 * DAY, 6 * DAY],
    [6 * DAY, 8 * DAY],
    [8 * DAY, 8 * DAY + 3],
  ]);
  // Yesterday is not settled yet.
  expect(cut(8 * DAY - 1).slice(2)).toEqual([
    [6 * DAY, 7 * DAY],
    [7 * DAY, 8 * DAY],
    [8 * DAY, 8 * DAY + 3],
  ]);
});

test('a longer slice is read once, and again when a day has ended and joins it', async () => {
  const { read, ask } = reading({ ...OPTIONS, sliceMs: 3 * DAY });
  const span = { from: 0, to: 5 * DAY };
  expect(await ask(span, 4 * DAY + 20)).toEqual([3 * DAY, DAY, DAY]);
  expect(await ask(span, 4 * DAY + 21)).toEqual([3 * DAY, DAY, DAY]);
  expect(read.map(({ from }) => from / DAY)).toEqual([0, 3, 4, 4]);
  expect(await ask(span, 5 * DAY + 10)).toEqual([3 * DAY, 2 * DAY]);
});

test('past days are read once while they are fresh, and the rest is read each time', async () => {
  const { read, ask } = reading();
  const span = { from: 0, to: DAY + 100 };
  const now = DAY + 50;
  expect(await ask(span, now)).toEqual([DAY, 100]);
  expect(await ask(span, now + 1)).toEqual([DAY, 100]);
  expect(read.map(({ from }) => from)).toEqual([0, DAY, DAY]);
  await ask(span, now + 1000);
  expect(read.map(({ from }) => from)).toEqual([0, DAY, DAY, 0, DAY]);
});

test('a day is settled only some time after its end', async () => {
  const { read, ask } = reading();
  for (const now of [DAY + 9, DAY + 9, DAY + 10, DAY + 10]) await ask({ from: 0, to: DAY }, now);
  expect(read).toHaveLength(3);
});

test('a failure is not cached, and the cache holds at most `max` slices', async () => {
  const slices = createSlices<number>({ ...OPTIONS, max: 2 });
  const now = 10 * DAY;
  await expect(slices('a', { from: 0, to: 1 }, now, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  let runs = 0;
  const read = async () => {
    runs += 1;
    return runs;
  };
  expect(await slices('a', { from: 0, to: 1 }, now, read)).toEqual([1]);
  await slices('a', { from: 0, to: 3 * DAY }, now, read);
  expect(await slices('a', { from: 0, to: 1 }, now, read)).toEqual([5]);
});
