import type { IsRepeat, SdkEventItem } from '../domain/events/sdk-event.ts';
import type { PaymentOutcome, PaymentRequestItem } from '../domain/payments/payment-batch.ts';
import type { RedeemItem, RedeemOutcome } from '../domain/redeem/redeem-batch.ts';
import type { Clock } from '../lib/clock.ts';
import { inSpan } from '../lib/spans.ts';
import { createBatcher } from './batcher.ts';
import type { HotStore } from './hot-store.ts';

/** The hot writes that routes call. Items of concurrent calls share a batch. */
export interface HotBatches {
  redeem(item: RedeemItem): Promise<RedeemOutcome>;
  pay(item: PaymentRequestItem): Promise<PaymentOutcome>;
  ingest(items: SdkEventItem[]): Promise<IsRepeat[]>;
  /** Resolves when all batches are done. */
  idle(): Promise<void>;
}

const inBatchSpan = <T>(kind: keyof HotStore, items: number, run: () => Promise<T>) =>
  inSpan(() => ({ name: `batch ${kind}`, attributes: { 'redeemd.batch.items': items } }), run);

const MAX_REDEEMS = 250;
const MAX_EVENTS = 2000;
/** Thousands of events arrive at a time, so the next batch goes to the database while one is still being written. */
const EVENT_CONCURRENCY = 2;
const MAX_WAITING_EVENTS = 20_000;
/**
 * An event with more characters counts as several events, because waiting events and the statement of a batch are kept
 * in memory.
 */
const EVENT_CHARACTERS = 2048;

interface HotBatchesParts {
  store: HotStore;
  clock: Clock;
  /** Receives the weight of each batch, for the metrics. */
  observe: (kind: keyof HotStore, weight: number) => void;
}

export function createHotBatches({ store, clock, observe }: HotBatchesParts): HotBatches {
  const redeems = createBatcher<RedeemItem, RedeemOutcome>({
    run: (items) => inBatchSpan('redeem', items.length, () => store.redeem(items, clock())),
    maxItems: MAX_REDEEMS,
    onBatch: (weight) => observe('redeem', weight),
  });
  const payments = createBatcher<PaymentRequestItem, PaymentOutcome>({
    run: (items) => inBatchSpan('pay', items.length, () => store.pay(items, clock())),
    maxItems: MAX_EVENTS,
    concurrency: EVENT_CONCURRENCY,
    maxWaiting: MAX_WAITING_EVENTS,
    weigh: ({ events }) => events.length,
    onBatch: (weight) => observe('pay', weight),
  });
  const events = createBatcher<SdkEventItem[], IsRepeat[]>({
    run: async (lists) => {
      const items = lists.flat();
      const outcomes = await inBatchSpan('ingest', items.length, () => store.ingest(items, clock()));
      let from = 0;
      return lists.map(({ length }) => {
        from += length;
        return outcomes.slice(from - length, from);
      });
    },
    maxItems: MAX_EVENTS,
    concurrency: EVENT_CONCURRENCY,
    maxWaiting: MAX_WAITING_EVENTS,
    weigh: weightOf,
    onBatch: (weight) => observe('ingest', weight),
  });
  return {
    redeem: redeems.add,
    pay: payments.add,
    ingest: events.add,
    async idle() {
      await Promise.all([redeems.idle(), payments.idle(), events.idle()]);
    },
  };
}

const weightOf = (items: readonly SdkEventItem[]): number =>
  items.reduce((sum, { payload }) => sum + Math.max(1, Math.ceil(payload.length / EVENT_CHARACTERS)), 0);
