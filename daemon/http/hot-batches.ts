import type { Database } from '../db/database.ts';
import type { PaymentOutcome, PaymentRequestItem } from '../features/payments/payment-rules.ts';
import type { RedeemItem, RedeemOutcome } from '../features/redemptions/redeem-rules.ts';
import type { IngestOutcome, SdkEventItem } from '../features/sdk-events/sdk-event-rules.ts';
import { createBatcher } from '../lib/batcher.ts';
import type { Clock } from '../lib/clock.ts';
import type { Metrics } from './metrics.ts';

/** The hot writes as routes see them: each call is one item of a batch that it knows nothing of. */
export interface HotBatches {
  redeem(item: RedeemItem): Promise<RedeemOutcome>;
  pay(item: PaymentRequestItem): Promise<PaymentOutcome>;
  ingest(items: SdkEventItem[]): Promise<IngestOutcome[]>;
  /** Resolves once every batch is done. */
  idle(): Promise<void>;
}

const MAX_REDEEMS = 250;
const MAX_EVENTS = 2000;
/** Events arrive by the thousand: while one batch is written, the next is already on its way to the writer. */
const EVENT_LANES = 2;
const MAX_WAITING_EVENTS = 20_000;

export function createHotBatches({ hot }: Database, clock: Clock, metrics: Metrics): HotBatches {
  const redeems = createBatcher<RedeemItem, RedeemOutcome>({
    run: (items) => hot.redeem(items, clock()),
    maxItems: MAX_REDEEMS,
    onBatch: (weight) => metrics.observeBatch('redeem', weight),
  });
  const payments = createBatcher<PaymentRequestItem, PaymentOutcome>({
    run: (items) => hot.pay(items, clock()),
    maxItems: MAX_EVENTS,
    lanes: EVENT_LANES,
    maxWaiting: MAX_WAITING_EVENTS,
    weigh: ({ events }) => events.length,
    onBatch: (weight) => metrics.observeBatch('pay', weight),
  });
  const events = createBatcher<SdkEventItem[], IngestOutcome[]>({
    run: async (lists) => {
      const outcomes = await hot.ingest(lists.flat(), clock());
      let from = 0;
      return lists.map(({ length }) => {
        from += length;
        return outcomes.slice(from - length, from);
      });
    },
    maxItems: MAX_EVENTS,
    lanes: EVENT_LANES,
    maxWaiting: MAX_WAITING_EVENTS,
    weigh: ({ length }) => length,
    onBatch: (weight) => metrics.observeBatch('ingest', weight),
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
