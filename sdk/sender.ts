import type { Clock } from './clock.ts';
import { inOneTab } from './lock.ts';
import type { Queue } from './queue.ts';
import { askDate, type Destination, postEvents } from './request.ts';
import type { KeyStorage } from './storage.ts';
import type { Waiting } from './store.ts';
import { cutBatch, judge } from './verdict.ts';
import { createWaits } from './waits.ts';

const FULL = 20;
const LINGER_MS = 2000;
/** A backlog goes in larger steps, small enough for a slow phone's frames; the daemon takes 1,000 events and 1 MiB. */
const MAX_BATCH = 200;
const MAX_BYTES = 900_000;
/** All that the browser carries on for a page that has gone: 64 KiB. */
const MAX_PARTING_BYTES = 60_000;

/** Sends what waits: in batches, by one tab at a time, no sooner than the server wants. */
export type Sender = ReturnType<typeof createSender>;

export function createSender(
  destination: Destination,
  queue: Queue,
  storage: KeyStorage,
  clock: Clock,
  maySend: () => boolean,
  /** There are no tabs. */
  isAlone: boolean,
) {
  const waits = createWaits(storage);
  /** How many came since the queue was last read. */
  let fresh = 0;
  /** Events a request; less after one that was too large or had a bad event in it. */
  let limit = MAX_BATCH;
  /** Once in a page, and only where its clock is unknown. */
  let isDateAsked = false;
  let isParting = false;
  let isFlushing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<boolean> | undefined;

  /** Resolves to whether the daemon has them. */
  const send = async (batch: Waiting[], keepalive: boolean): Promise<boolean> => {
    const answer = await postEvents(destination, clock, batch, keepalive);
    const { status, after, isFromDaemon, isClockNew, rejected = [], code = '', detail } = answer;
    // The key is taken: it is an event that names another game.
    const verdict = judge(code === 'wrong_game' ? 400 : status, isFromDaemon, batch.length);
    if (verdict === 'done') {
      waits.end();
      limit = Math.min(MAX_BATCH, limit * 2);
      const codes: string[] = [];
      for (const { index, code } of rejected) codes[index] = code;
      if (!isClockNew) await queue.remove(batch, codes);
      else {
        // They may have been refused for their time alone: they get the right one, and another chance.
        fresh += codes.length;
        await queue.redate(batch.filter((_, at) => codes[at]));
        await queue.remove(batch.filter((_, at) => !codes[at]));
      }
      return true;
    }
    if (verdict === 'split') limit = Math.ceil(batch.length / 2);
    // Also after a drop: a server that refuses everything must not get the whole queue.
    else waits.putOff(after, verdict === 'pause');
    if (verdict === 'pause') console.warn(`service-sdk: ${status}`, detail);
    if (verdict === 'drop') await queue.remove(batch, [status === 413 ? 'too_large' : code]);
    return false;
  };

  const sendAll = async (isMine: () => boolean): Promise<boolean> => {
    let isAll = false;
    for (;;) {
      if (!isMine() || !maySend() || waits.msLeft()) return false;
      // What has come meanwhile is the next batch, which has its own two seconds.
      if (isAll && !isFlushing && fresh < FULL) return !fresh;
      if (!clock.isKnown() && !isDateAsked) {
        const { status, after } = await askDate(destination, clock);
        // No answer may mean that a proxy does not let this path through: then the events themselves will tell.
        isDateAsked = status < 500 && status !== 429;
        if (!isDateAsked) {
          waits.putOff(after);
          return false;
        }
      }
      fresh = 0;
      const asked = limit;
      const waiting = await queue.read(asked);
      const batch = cutBatch(waiting, MAX_BYTES);
      if (!batch[0]) return true;
      isAll = (await send(batch, false)) && batch.length === waiting.length && batch.length < asked;
    }
  };

  /** Resolves to whether nothing waits any more. */
  const drain = (): Promise<boolean> => {
    if (!maySend()) return Promise.resolve(false);
    let isEmpty = false;
    const work = async (isMine: () => boolean) => {
      isEmpty = await sendAll(isMine);
    };
    running ??= (isAlone ? work(() => true) : inOneTab(destination.gameId, storage, work))
      .catch(console.error)
      .then(() => {
        running = undefined;
        if (!isEmpty || fresh) schedule();
        return isEmpty;
      });
    return running;
  };

  const schedule = () => {
    if (!maySend()) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      void drain();
    }, waits.msLeft() || LINGER_MS);
    // Node would stay up for it.
    (timer as { unref?: () => void }).unref?.();
  };

  return {
    drain,
    /** So many more wait. */
    wake(count: number) {
      fresh += count;
      if (fresh >= FULL && !waits.msLeft()) void drain();
      else schedule();
    },
    /** The reason for a wait has gone: the network is back, or a key that was not taken may be another one now. */
    resume(by: 'us' | 'key') {
      isDateAsked = false;
      waits.end(by);
      void drain();
    },
    /**
     * The page may be going: what the browser carries on for it is sent at once, without waiting for the other tabs.
     */
    part() {
      if (!maySend()) return;
      queue.journal();
      if (isParting || waits.msLeft()) return;
      const batch = cutBatch(queue.own(), MAX_PARTING_BYTES);
      if (!batch[0]) return;
      isParting = true;
      void send(batch, true).finally(() => {
        isParting = false;
      });
    },
    /** Sends what waits now; resolves to whether nothing waits any more. */
    async flush() {
      await running;
      isFlushing = true;
      const isEmpty = await drain();
      isFlushing = false;
      return isEmpty;
    },
  };
}
