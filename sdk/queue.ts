import type { Clock } from './clock.ts';
import { uuidV4 } from './ids.ts';
import type { KeyStorage } from './storage.ts';
import type { Store, Waiting } from './store.ts';

const MAX_WAITING = 10_000;
/** At most this many events on disk also stay in memory, so that the SDK can send them when the page closes. */
const MAX_KEPT = 200;

interface Held extends Waiting {
  /** Whether the event is on disk, that is, its transaction has been committed. */
  isSafe?: boolean;
  /** Settles the event's promise when the daemon responds. It is set only if there is no disk. */
  settle?: (error?: Error) => void;
}

/** Keeps events until the daemon responds: on disk, or in memory if there is no disk. */
export type Queue = ReturnType<typeof createQueue>;

export function createQueue(
  store: Store,
  storage: KeyStorage,
  clock: Clock,
  onDrop: (events: Waiting[], reason: string) => void,
) {
  /** The page's own waiting events, in order. */
  const held = new Map<string, Held>();
  /** Events that the daemon responded to but that could not be deleted from the disk. */
  const gone = new Set<string>();
  const journal = `journal.${uuidV4()}`;
  let size = 0;
  let group: Held[] = [];
  let commit: Promise<unknown> | undefined;

  /** Returns the events that are not on disk, or not yet. */
  const loose = () => [...held.values()].filter((event) => !event.isSafe);

  /** Commits all events that were created in the same turn of the event loop in one transaction. */
  const commitGroup = () =>
    (commit ??= Promise.resolve().then(() => {
      const mine = group;
      group = [];
      commit = undefined;
      return store.put(mine);
    }));

  /** An invalid time becomes null in the JSON text, and the daemon refuses the event. */
  const corrected = (time: string) => new Date(clock.correct(Date.parse(time)));

  /** Corrects an event's time when the server's time is known. Returns whether it changed the event. */
  const setTime = (event: Waiting): boolean => {
    if (!event.raw || !clock.isKnown()) return false;
    const sent = JSON.parse(event.text);
    const details = sent.event?.event_details;
    sent.created_at = corrected(sent.created_at);
    if (sent.event_type === 'session_created' && details?.landed_at) details.landed_at = corrected(details.landed_at);
    event.text = JSON.stringify(sent);
    delete event.raw;
    return true;
  };

  const add = async (events: Held[], wake: (count: number) => void): Promise<void> => {
    if (size + events.length > MAX_WAITING) size = loose().length + (await store.count().catch(() => 0));
    if (size + events.length > MAX_WAITING) {
      onDrop(events, 'queue_full');
      throw new Error('service-sdk: queue full (10,000 waiting)');
    }
    size += events.length;
    for (const event of events) held.set(event.id, event);
    group.push(...events);
    const isSafe = await commitGroup().then(
      () => true,
      () => false,
    );
    const answers = events.map((event) => {
      event.isSafe = isSafe;
      if (isSafe) return held.size > MAX_KEPT && held.delete(event.id);
      return new Promise<void>((resolve, reject) => {
        if (!held.has(event.id)) resolve();
        event.settle = (error) => (error ? reject(error) : resolve());
      });
    });
    wake(events.length);
    await Promise.all(answers);
  };

  return {
    /**
     * Resolves when the events are on disk or, if there is no disk, when the daemon has them. Calls `wake` when they
     * can be read.
     */
    add,

    /** Restores events that an earlier page had no time to commit. */
    async recover(wake: (count: number) => void) {
      for (const key of storage.keys('journal.')) {
        const { left } = storage.read<{ left: Waiting[] }>(key);
        if (left) await add(left, wake).catch(() => {});
        storage.set(key, null);
      }
    },

    /** Returns the oldest waiting events. */
    async read(limit: number): Promise<Waiting[]> {
      const safe = [...held.values()].filter((event) => event.isSafe);
      const room = limit + gone.size;
      const stored = await store.read(room).catch(() => undefined);
      if (stored && stored.length < room) {
        // The store returned every event it has, so another tab sent the missing ones.
        const there = new Set(stored.map(({ id }) => id));
        for (const { id } of safe) if (!there.has(id)) held.delete(id);
        size = stored.length + loose().length;
      }
      const found = (stored ?? []).filter(({ id }) => !gone.has(id));
      const changed = found.filter(setTime);
      // The time is stored before the event is sent, so that a repeated request has the same bytes.
      if (changed[0]) await store.put(changed).catch(() => {});
      const inMemory = loose().filter((event) => event.settle);
      inMemory.forEach(setTime);
      return [...found, ...inMemory].slice(0, limit);
    },

    /** Returns the page's own waiting events, to send them while the page closes. */
    own(): Waiting[] {
      const own = [...held.values()];
      own.forEach(setTime);
      return own;
    },

    /** Puts back events that the daemon refused because a wrong clock set their time. They get the correct time. */
    async redate(events: Waiting[]) {
      for (const event of events) event.raw = true;
      await store.put(events).catch(() => {});
    },

    /**
     * Removes events that the daemon responded to. `reasons` contains the reason for each refused event at the event's
     * index; `onDrop` receives the refused events.
     */
    async remove(events: Waiting[], reasons: string[] = []) {
      for (const reason of new Set(reasons.filter(Boolean)))
        onDrop(
          events.filter((_, at) => reasons[at] === reason),
          reason,
        );
      const ids = events.map(({ id }, at) => {
        const reason = reasons[at];
        held.get(id)?.settle?.(reason ? new Error(`service-sdk: dropped, ${reason}`) : undefined);
        held.delete(id);
        size--;
        return id;
      });
      await store.remove(ids).catch(() => {
        for (const id of ids) gone.add(id);
      });
    },

    /** Writes the events that are not on disk yet into local storage, synchronously. */
    journal() {
      const left = loose();
      storage.set(journal, left[0] ? JSON.stringify({ left }) : null);
    },

    async clear() {
      for (const event of held.values()) event.settle?.();
      held.clear();
      group = [];
      size = 0;
      await store.clear().catch(() => {});
    },
  };
}
