import { expect, test } from 'vitest';
import { createHotBatches } from '../../daemon/hot/hot-batches.ts';
import type { HotStore } from '../../daemon/hot/hot-store.ts';
import { Unavailable } from '../../daemon/lib/unavailable.ts';
import { sdkEventItem } from '../support/database/events.ts';

// Requests with one SDK event each arrive while the event log is not responding.

async function refusedOf(requests: number, characters: number) {
  let release = () => {};
  const answered = new Promise<void>((resolve) => {
    release = resolve;
  });
  const store: Pick<HotStore, 'ingest'> = {
    ingest: async (items) => {
      await answered;
      return items.map(() => false);
    },
  };
  const batches = createHotBatches({ store: store as HotStore, clock: () => 0, observe: () => {} });
  const event = { ...sdkEventItem(0), payload: 'x'.repeat(characters) };
  const outcomes = Array.from({ length: requests }, () =>
    batches.ingest([event]).then(
      () => 0,
      (error) => Number(error instanceof Unavailable),
    ),
  );
  release();
  return (await Promise.all(outcomes)).reduce((sum, refused) => sum + refused, 0);
}

test('20,000 small events can wait, and also 20,000 events of 2 KiB', async () => {
  for (const characters of [10, 2048]) {
    // Two batches of 2,000 events are in progress.
    expect(await refusedOf(24_000, characters)).toBe(0);
    expect(await refusedOf(24_100, characters)).toBe(100);
  }
});

test('fewer large events can wait', async () => {
  const large = 100 * 2048;
  expect(await refusedOf(240, large)).toBe(0);
  expect(await refusedOf(250, large)).toBe(10);
});
