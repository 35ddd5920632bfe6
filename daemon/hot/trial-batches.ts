import type { Clock } from '../lib/clock.ts';
import type { HotBatches } from './hot-batches.ts';
import type { HotStore } from './hot-store.ts';

/** Creates the hot writes for test keys. Each runs alone, so that none sees the effects of another. */
export const createTrialBatches = (store: HotStore, clock: Clock): Omit<HotBatches, 'idle'> => ({
  redeem: async (item) => only(await store.redeem([item], clock())),
  pay: async (item) => only(await store.pay([item], clock())),
  ingest: (items) => store.ingest(items, clock()),
});

function only<T>([outcome]: readonly T[]): T {
  if (outcome === undefined) throw new Error('The hot store returned no outcome');
  return outcome;
}
