import { ItemFault } from '../db/item-fault.ts';
import { Unavailable } from '../lib/unavailable.ts';

export interface BatcherOptions<I, O> {
  /** Runs all items in one transaction and returns their outcomes in the same order. */
  run(items: readonly I[]): Promise<readonly O[]>;
  /** The maximum weight of a batch. A heavier item forms a batch of its own. */
  maxItems: number;
  /** The weight of an item; 1 by default. */
  weigh?(item: I): number;
  /**
   * The maximum weight of the waiting items, which limits memory use. Beyond it, `add` refuses items with 503
   * immediately.
   */
  maxWaiting?: number;
  /** The time in ms that an item can wait for its batch. After that it is refused with 503. */
  maxWaitMs?: number;
  /** Returns milliseconds that never go back; `performance.now` by default. */
  elapsed?(): number;
  /** The maximum number of batches in progress; 1 by default. */
  concurrency?: number;
  /** Receives each batch's weight, for the metrics. */
  onBatch?(weight: number): void;
}

interface Waiting<I, O> {
  item: I;
  weight: number;
  since: number;
  resolve(outcome: O): void;
  reject(error: unknown): void;
}

export interface Batcher<I, O> {
  add(item: I): Promise<O>;
  /** Resolves when no item is waiting and no batch is in progress. */
  idle(): Promise<void>;
}

/**
 * Creates a batcher, which runs the items of one turn of the event loop as one batch. While a batch is in progress,
 * items collect for the next one, so that a slow commit makes batches larger, not more frequent.
 */
export function createBatcher<I, O>(options: BatcherOptions<I, O>): Batcher<I, O> {
  const { run, maxItems, weigh = () => 1, maxWaiting = 10_000, maxWaitMs = 2000, concurrency = 1, onBatch } = options;
  const { elapsed = () => performance.now() } = options;
  let waiting: Waiting<I, O>[] = [];
  let waitingWeight = 0;
  let scheduled = false;
  let inProgress = 0;
  const idleness = createIdleness(() => inProgress === 0 && !scheduled && waiting.length === 0);

  const schedule = () => {
    if (inProgress >= concurrency) return;
    // Under overload the event loop may read requests for seconds before it runs a `setImmediate` callback.
    if (waitingWeight >= maxItems) return void next();
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      // A full batch may have taken all waiting items.
      if (waiting.length > 0 && inProgress < concurrency) void next();
      else idleness.tell();
    });
  };

  const next = async () => {
    const { batch, weight } = takeBatch();
    inProgress += 1;
    onBatch?.(weight);
    if (waiting.length > 0) schedule();
    await runBatch(refuseLate(batch, elapsed() - maxWaitMs), run);
    inProgress -= 1;
    if (waiting.length > 0) schedule();
    else idleness.tell();
  };

  const takeBatch = () => {
    const { count, weight } = sizeOfBatch(waiting, maxItems);
    const batch = waiting.slice(0, count);
    waiting = waiting.slice(count);
    waitingWeight -= weight;
    return { batch, weight };
  };

  return {
    add(item) {
      const weight = weigh(item);
      // An item heavier than `maxWaiting` is accepted when no other item is waiting; otherwise it could never run.
      if (waiting.length > 0 && waitingWeight + weight > maxWaiting)
        return Promise.reject(new Unavailable('Too many requests are waiting for the database'));
      return new Promise<O>((resolve, reject) => {
        waiting.push({ item, weight, since: elapsed(), resolve, reject });
        waitingWeight += weight;
        schedule();
      });
    },
    idle: idleness.wait,
  };
}

function createIdleness(isIdle: () => boolean) {
  const waiting: (() => void)[] = [];
  return {
    tell() {
      if (isIdle()) for (const resolve of waiting.splice(0)) resolve();
    },
    wait: () => (isIdle() ? Promise.resolve() : new Promise<void>((resolve) => void waiting.push(resolve))),
  };
}

/** Returns how many of the waiting items form the next batch, and their weight. */
function sizeOfBatch(waiting: readonly { weight: number }[], most: number) {
  let weight = 0;
  let count = 0;
  for (const { weight: own } of waiting) {
    if (count > 0 && weight + own > most) break;
    weight += own;
    count += 1;
  }
  return { count, weight };
}

/** Refuses items that have waited since before `latest`, and returns the others. */
function refuseLate<I, O>(batch: readonly Waiting<I, O>[], latest: number): readonly Waiting<I, O>[] {
  // Items are in the order of their arrival.
  const firstInTime = batch.findIndex(({ since }) => since >= latest);
  if (firstInTime === 0) return batch;
  const late = firstInTime < 0 ? batch : batch.slice(0, firstInTime);
  for (const { reject } of late) reject(new Unavailable(new Error('The request waited too long for the database')));
  return batch.slice(late.length);
}

/** Resolves or rejects every item; never throws. */
async function runBatch<I, O>(batch: readonly Waiting<I, O>[], run: BatcherOptions<I, O>['run']): Promise<void> {
  if (batch.length === 0) return;
  try {
    const outcomes = await run(batch.map(({ item }) => item));
    if (outcomes.length !== batch.length)
      throw new Error(`A batch of ${batch.length} returned ${outcomes.length} outcomes`);
    for (const [at, { resolve }] of batch.entries()) resolve(outcomes[at] as O);
  } catch (error) {
    const isOfItem = error instanceof ItemFault;
    // A bad item must not make the others fail.
    if (isOfItem && batch.length > 1) for (const one of batch) await runBatch([one], run);
    else for (const { reject } of batch) reject(isOfItem ? error.cause : error);
  }
}
