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
/** Large enough for a backlog, small enough for a slow phone. The daemon accepts 1,000 events and 1 MiB. */
const MAX_BATCH = 200;
const MAX_BYTES = 900_000;
/** A browser sends at most 64 KiB for a page that has closed. */
const MAX_PARTING_BYTES = 60_000;

/** Sends the waiting events in batches, from one tab at a time, no sooner than the server allows. */
export type Sender = ReturnType<typeof createSender>;

export function createSender(
  destination: Destination,
  queue: Queue,
  storage: KeyStorage,
  clock: Clock,
  maySend: () => boolean,
  /** True on a server, which has no tabs. */
  isAlone: boolean,
) {
  const waits = createWaits(storage);
  /** The number of events that were added since the queue was last read. */
  let fresh = 0;
  /** Events per request; fewer after a request that was too large or contained a bad event. */
  let limit = MAX_BATCH;
  /** The SDK requests the date once per page, and only if the server's time is unknown. */
  let isDateAsked = false;
  let isParting = false;
  let isFlushing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<boolean> | undefined;

  /** Resolves to whether the daemon has the events. */
  const send = async (batch: Waiting[], keepalive: boolean): Promise<boolean> => {
    const answer = await postEvents(destination, clock, batch, keepalive);
    const { status, after, isFromDaemon, isClockNew, rejected = [], code = '', detail } = answer;
    // With `wrong_game`, the daemon accepts the key, but one of the events names another game.
    const verdict = judge(code === 'wrong_game' ? 400 : status, isFromDaemon, batch.length);
    if (verdict === 'done') {
      waits.end();
      limit = Math.min(MAX_BATCH, limit * 2);
      const codes: string[] = [];
      for (const { index, code } of rejected) codes[index] = code;
      if (!isClockNew) await queue.remove(batch, codes);
      else {
        // The daemon may have refused these events only because of their time, so they get the correct time and are
        // resent.
        fresh += codes.length;
        await queue.redate(batch.filter((_, at) => codes[at]));
        await queue.remove(batch.filter((_, at) => !codes[at]));
      }
      return true;
    }
    if (verdict === 'split') limit = Math.ceil(batch.length / 2);
    // The SDK also waits after it drops an event, so that a server that refuses everything does not get the whole queue
    // in one burst.
    else waits.putOff(after, verdict === 'pause');
    if (verdict === 'pause') console.warn(`service-sdk: ${status}`, detail);
    if (verdict === 'drop') await queue.remove(batch, [status === 413 ? 'too_large' : code]);
    return false;
  };

  const sendAll = async (isMine: () => boolean): Promise<boolean> => {
    let isAll = false;
    for (;;) {
      if (!isMine() || !maySend() || waits.msLeft()) return false;
      // Events that were added during the last request form the next batch, which is sent two seconds later.
      if (isAll && !isFlushing && fresh < FULL) return !fresh;
      if (!clock.isKnown() && !isDateAsked) {
        const { status, after } = await askDate(destination, clock);
        // If there is no response, a proxy may be blocking this path. The responses to events then contain the time.
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
      // The player may have opted out while the queue was being read.
      if (!maySend()) return false;
      isAll = (await send(batch, false)) && batch.length === waiting.length && batch.length < asked;
    }
  };

  /** Resolves to whether the queue is empty. */
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
    // On a server, the SDK sends when the process runs out of work, so this timer must not keep the process alive.
    if (isAlone) (timer as { unref?: () => void }).unref?.();
  };

  return {
    drain,
    /** Records that `count` more events are waiting. */
    wake(count: number) {
      fresh += count;
      if (fresh >= FULL && !waits.msLeft()) void drain();
      else schedule();
    },
    /** Ends a wait whose reason no longer applies: the network is back, or the page may have a different key. */
    resume(by: 'us' | 'key') {
      isDateAsked = false;
      waits.end(by);
      void drain();
    },
    /** Sends what the browser still accepts, without waiting for other tabs, because the page may be closing. */
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
    /** Sends the waiting events now. Resolves to whether the queue is empty. */
    async flush() {
      await running;
      isFlushing = true;
      const isEmpty = await drain();
      isFlushing = false;
      return isEmpty;
    },
  };
}
