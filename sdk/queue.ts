import type { Clock } from './clock.ts';
import { uuidV4 } from './ids.ts';
import type { KeyStorage } from './storage.ts';
import type { Store, Waiting } from './store.ts';

const MAX_WAITING = 10_000;
/** Events on disk that are also kept in memory, to be sent when the page goes. */
const MAX_KEPT = 200;

interface Held extends Waiting {
  /** Committed: the disk has it. */
  isSafe?: boolean;
  /** There is no disk: its promise is settled by the daemon's answer. */
  settle?: (error?: Error) => void;
}

/** Events from their making to the daemon's answer: on disk, and in memory where there is none. */
export type Queue = ReturnType<typeof createQueue>;

export function createQueue(
  store: Store,
  storage: KeyStorage,
  clock: Clock,
  onDrop: (events: Waiting[], reason: string) => void,
) {
  /** This page's own events that wait, in their order. */
  const held = new Map<string, Held>();
  /** Answered, but the disk would not let go of them. */
  const gone = new Set<string>();
  const journal = `journal.${uuidV4()}`;
  let size = 0;
  let group: Held[] = [];
  let commit: Promise<unknown> | undefined;

  /** What the disk does not have, or not yet. */
  const loose = () => [...held.values()].filter((event) => !event.isSafe);

  /** One transaction for what was made in one turn. */
  const commitGroup = () =>
    (commit ??= Promise.resolve().then(() => {
      const mine = group;
      group = [];
      commit = undefined;
      return store.put(mine.map(({ id, text, raw }) => ({ id, text, ...(raw && { raw }) })));
    }));

  /** Gives an event its right time, once that is known, and says whether it had to. */
  const setTime = (event: Waiting): boolean => {
    if (!event.raw || !clock.isKnown()) return false;
    const sent = JSON.parse(event.text);
    sent.created_at = new Date(clock.correct(Date.parse(sent.created_at))).toISOString();
    event.text = JSON.stringify(sent);
    delete event.raw;
    return true;
  };

  const add = async (events: Held[], wake: (count: number) => void): Promise<void> => {
    if (size + events.length > MAX_WAITING) size = loose().length + (await store.count().catch(() => 0));
    if (size + events.length > MAX_WAITING) {
      onDrop(events, 'queue_full');
      throw new Error('service-sdk: 10,000 events wait already');
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
     * Resolves when the disk has them, or where there is none, when the daemon has. `wake` is called once they can be
     * read.
     */
    add,

    /** What a page left behind that had no time to commit. */
    async recover(wake: (count: number) => void) {
      for (const key of storage.keys('journal.')) {
        const { left } = storage.read<{ left: Waiting[] }>(key);
        if (left) await add(left, wake).catch(() => {});
        storage.set(key, null);
      }
    },

    /** The oldest that wait. */
    async read(limit: number): Promise<Waiting[]> {
      const safe = [...held.values()].filter((event) => event.isSafe);
      const room = limit + gone.size;
      const stored = await store.read(room).catch(() => undefined);
      if (stored && stored.length < room) {
        // That was all of them: the others have been sent by another tab.
        const there = new Set(stored.map(({ id }) => id));
        for (const { id } of safe) if (!there.has(id)) held.delete(id);
        size = stored.length + loose().length;
      }
      const found = (stored ?? []).filter(({ id }) => !gone.has(id));
      const changed = found.filter(setTime);
      // Before they are sent, so that a repeat is the same to the letter.
      if (changed[0]) await store.put(changed).catch(() => {});
      const homeless = loose().filter((event) => event.settle);
      homeless.forEach(setTime);
      return [...found, ...homeless].slice(0, limit);
    },

    /** What of this page's own still waits, for the moment in which the page goes. */
    own(): Waiting[] {
      const own = [...held.values()];
      own.forEach(setTime);
      return own;
    },

    /** They were refused for the time of a clock that was wrong: they wait on, for the right one. */
    async redate(events: Waiting[]) {
      for (const event of events) event.raw = true;
      await store.put(events).catch(() => {});
    },

    /** They are answered; those that were refused have a reason in the same place, which is told. */
    async remove(events: Waiting[], reasons: string[] = []) {
      for (const reason of new Set(reasons.filter(Boolean)))
        onDrop(
          events.filter((_, at) => reasons[at] === reason),
          reason,
        );
      const ids = events.map(({ id }, at) => {
        const reason = reasons[at];
        held.get(id)?.settle?.(reason ? new Error(`service-sdk: the event was refused, ${reason}`) : undefined);
        held.delete(id);
        size--;
        return id;
      });
      await store.remove(ids).catch(() => {
        for (const id of ids) gone.add(id);
      });
    },

    /** Writes down, at once, what the disk does not have yet. */
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
