import { describe, expect, it } from 'vitest';
import { createClock } from '../../sdk/clock.ts';
import { createQueue } from '../../sdk/queue.ts';
import { createStorage } from '../../sdk/storage.ts';
import type { Store, Waiting } from '../../sdk/store.ts';

/** Returns a disk that can be broken. */
function createDisk() {
  const rows = new Map<string, Waiting>();
  const disk = { isFull: false, isStuck: false, puts: 0 };
  const unless = async (isBroken: boolean) => {
    if (isBroken) throw new Error('QuotaExceededError');
  };
  const store: Store = {
    async put(events) {
      await unless(disk.isFull);
      disk.puts++;
      for (const event of events) rows.set(event.id, structuredClone(event));
    },
    read: async (limit) => [...rows.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit),
    async remove(ids) {
      await unless(disk.isStuck);
      for (const id of ids) rows.delete(id);
    },
    count: async () => rows.size,
    clear: async () => rows.clear(),
  };
  return { disk, rows, store };
}

/** Returns storage that tabs share, like a browser's. */
function createShared() {
  const kept = new Map<string, string>();
  const of = createStorage('game');
  return {
    ...of,
    get: (key: string) => kept.get(key) ?? null,
    read: (key: string) => JSON.parse(kept.get(key) ?? '{}'),
    set: (key: string, value: string | null) => void (value === null ? kept.delete(key) : kept.set(key, value)),
    keys: (start: string) => [...kept.keys()].filter((key) => key.startsWith(start)),
  };
}

function open({
  storage = createShared(),
  ...given
}: Partial<ReturnType<typeof createDisk>> & { storage?: ReturnType<typeof createShared> } = {}) {
  const { disk, rows, store } = { ...createDisk(), ...given };
  const dropped: [string[], string][] = [];
  const clock = createClock(storage);
  const queue = createQueue(store, storage, clock, (events, reason) =>
    dropped.push([events.map(({ id }) => id), reason]),
  );
  return { disk, rows, store, storage, clock, queue, dropped };
}
const noWake = () => {};
const event = (at: number, more: Partial<Waiting> = {}): Waiting => {
  const id = `e${String(at).padStart(5, '0')}`;
  return { id, text: JSON.stringify({ id, created_at: '2026-03-02T12:00:00.000Z' }), ...more };
};
const events = (count: number, from = 0) => Array.from({ length: count }, (_, at) => event(from + at));
const idsOf = (waiting: Waiting[]) => waiting.map(({ id }) => id);
const isPending = async (promise: Promise<unknown>) =>
  (await Promise.race([
    promise.then(
      () => 'settled',
      () => 'settled',
    ),
    new Promise((resolve) => setTimeout(resolve, 20, 'pending')),
  ])) === 'pending';

describe('with a disk', () => {
  it('events are stored when their promise resolves, in one transaction per turn of the event loop', async () => {
    const { queue, rows, disk } = open();
    const woken: number[] = [];
    const wake = (count: number) => void woken.push(count);
    await Promise.all([queue.add([event(1)], wake), queue.add(events(2, 2), wake)]);
    expect([...rows.keys()]).toEqual(['e00001', 'e00002', 'e00003']);
    expect([disk.puts, woken]).toEqual([1, [1, 2]]);
  });

  it('events are read oldest first, and are deleted once the server has responded', async () => {
    const { queue, rows } = open();
    await queue.add(events(5), noWake);
    const batch = await queue.read(3);
    expect(idsOf(batch)).toEqual(['e00000', 'e00001', 'e00002']);
    await queue.remove(batch);
    expect([...rows.keys()]).toEqual(['e00003', 'e00004']);
    expect(idsOf(queue.own())).toEqual(['e00003', 'e00004']);
  });

  it('that does not delete sent events, the queue does not send them again', async () => {
    const { queue, disk } = open();
    disk.isStuck = true;
    await queue.add(events(5), noWake);
    await queue.remove(await queue.read(3));
    expect(idsOf(await queue.read(3))).toEqual(['e00003', 'e00004']);
  });

  it('events that another tab has sent no longer belong to this one', async () => {
    const { queue, rows } = open();
    await queue.add(events(3), noWake);
    rows.delete('e00001');
    await queue.read(500);
    expect(idsOf(queue.own())).toEqual(['e00000', 'e00002']);
  });

  it('the queue holds 10,000 events; one more is refused and reported, and no accepted event is removed', async () => {
    const { queue, rows, dropped } = open();
    await queue.add(events(10_000), noWake);
    await expect(queue.add([event(10_000)], noWake)).rejects.toThrow('10,000');
    expect(dropped).toEqual([[['e10000'], 'queue_full']]);
    expect(rows.size).toBe(10_000);
    await queue.remove(await queue.read(1));
    await queue.add([event(10_001)], noWake);
    expect(rows.size).toBe(10_000);
  });

  it('the queue checks which events other tabs have sent before it refuses one', async () => {
    const { queue, rows } = open();
    await queue.add(events(10_000), noWake);
    rows.clear();
    await queue.add([event(10_000)], noWake);
    expect([...rows.keys()]).toEqual(['e10000']);
  });
});

describe('without a disk', () => {
  it('a promise waits for the daemon’s response', async () => {
    const { queue, disk } = open();
    disk.isFull = true;
    const added = queue.add(events(2), noWake);
    expect(await isPending(added)).toBe(true);
    const batch = await queue.read(500);
    expect(idsOf(batch)).toEqual(['e00000', 'e00001']);
    await queue.remove(batch);
    await added;
    expect(await queue.read(500)).toEqual([]);
  });

  it('a promise rejects if the daemon refused the event', async () => {
    const { queue, disk } = open();
    disk.isFull = true;
    const added = queue.add([event(1)], noWake);
    expect(await isPending(added)).toBe(true);
    const [first] = await queue.read(1);
    await queue.remove([first!], ['invalid_event']);
    await expect(added).rejects.toThrow('invalid_event');
  });

  it('events that were stored earlier are sent with those that are not stored', async () => {
    const { queue, disk } = open();
    await queue.add([event(1)], noWake);
    disk.isFull = true;
    const added = queue.add([event(2)], noWake);
    expect(await isPending(added)).toBe(true);
    expect(idsOf(await queue.read(500))).toEqual(['e00001', 'e00002']);
    disk.isFull = false;
    await queue.remove(await queue.read(500));
    await added;
  });
});

describe('the journal', () => {
  it('stores uncommitted events when the page ends, and the next page saves them', async () => {
    const [page, storage] = [createDisk(), createShared()];
    const { queue } = open({ ...page, storage });
    page.store.put = () => new Promise(() => {}); // the page ends before the write is done
    void queue.add(events(3), noWake);
    queue.journal();
    const next = open({ rows: page.rows, storage });
    const woken: number[] = [];
    await next.queue.recover((count) => void woken.push(count));
    expect(idsOf(await next.queue.read(500))).toEqual(['e00000', 'e00001', 'e00002']);
    expect([woken, storage.keys('journal.')]).toEqual([[3], []]);
  });

  it('is empty if all events are committed', async () => {
    const { queue, storage } = open();
    await queue.add(events(3), noWake);
    queue.journal();
    expect(storage.keys('journal.')).toEqual([]);
  });

  it('is kept until the disk has stored its content', async () => {
    const [page, storage] = [createDisk(), createShared()];
    page.disk.isFull = true;
    storage.set('journal.x', JSON.stringify({ left: events(1) }));
    const { queue } = open({ ...page, storage });
    const recovered = queue.recover(noWake);
    expect(await isPending(recovered)).toBe(true);
    expect(storage.keys('journal.')).toEqual(['journal.x']);
    await queue.remove(await queue.read(500));
    await recovered;
    expect(storage.keys('journal.')).toEqual([]);
  });
});

describe('the time of an event', () => {
  const timeOf = (waiting: Waiting | undefined) => JSON.parse(waiting?.text ?? '').created_at;

  it('that reports a landing is corrected, like the landing’s time; the details of other events stay as the game wrote them', async () => {
    const { clock, queue } = open();
    const at = '2026-03-02T12:00:00.000Z';
    const made = (number: number, event_type: string, event_details: unknown) => {
      const text = JSON.stringify({ created_at: at, event_type, event: { event_details } });
      return event(number, { text, raw: true });
    };
    const given = [
      made(1, 'session_created', { landed_at: '2026-03-02T11:59:00.000Z' }),
      made(2, 'ui', { landed_at: at }),
      made(3, 'session_created', undefined),
      made(4, 'session_created', { landed_at: 'noon' }),
    ];
    await queue.add(given, noWake);
    clock.learn(new Date(Date.now() + 3_600_000).toUTCString());
    const read = (await queue.read(10)).map(({ text }) => JSON.parse(text));
    const landed = read.map(({ event }) => event.event_details?.landed_at);
    const offset = Date.parse(read[1].created_at) - Date.parse(at);
    expect(offset).toBeGreaterThan(3_590_000);
    expect(landed).toEqual([
      new Date(Date.parse('2026-03-02T11:59:00.000Z') + offset).toISOString(),
      at,
      undefined,
      null,
    ]);
  });

  it('created with an unknown clock is corrected once, on disk, before it is sent', async () => {
    const { queue, clock, rows } = open();
    await queue.add([event(1, { raw: true })], noWake);
    expect(timeOf((await queue.read(1))[0])).toBe('2026-03-02T12:00:00.000Z');
    clock.learn(new Date(Date.now() - 86_400_000).toUTCString());
    const [first] = await queue.read(1);
    expect(timeOf(first).slice(0, 10)).toBe('2026-03-01');
    expect(rows.get('e00001')).toEqual(first);
    expect(await queue.read(1)).toEqual([first]);
    expect(queue.own()).toEqual([expect.objectContaining({ text: first?.text })]);
  });

  it('created with a known clock is kept', async () => {
    const { queue, clock } = open();
    await queue.add([event(1)], noWake);
    clock.learn(new Date(Date.now() - 86_400_000).toUTCString());
    expect(timeOf((await queue.read(1))[0])).toBe('2026-03-02T12:00:00.000Z');
  });

  it('refused by the daemon because of a wrong clock is corrected before the event is sent again', async () => {
    const { queue, clock } = open();
    await queue.add([event(1)], noWake);
    const batch = await queue.read(1);
    clock.learn(new Date(Date.now() - 86_400_000).toUTCString());
    await queue.redate(batch);
    expect(timeOf((await queue.read(1))[0]).slice(0, 10)).toBe('2026-03-01');
  });
});

it('clear deletes all events, and settles calls that waited for a response', async () => {
  const { queue, disk, rows } = open();
  await queue.add(events(2), noWake);
  disk.isFull = true;
  const added = queue.add([event(5)], noWake);
  expect(await isPending(added)).toBe(true);
  await queue.clear();
  await added;
  expect([rows.size, queue.own(), await queue.read(500)]).toEqual([0, [], []]);
});
