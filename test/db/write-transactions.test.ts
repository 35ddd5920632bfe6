import { setTimeout as sleep } from 'node:timers/promises';
import { asc, eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Database, Handle } from '../../daemon/db/database.ts';
import { brokenConstraint, rootFault } from '../../daemon/db/faults.ts';
import { createHotStore } from '../../daemon/hot/create-hot-store.ts';
import { Unavailable } from '../../daemon/lib/unavailable.ts';
import { createGate } from '../support/world/create-gate.ts';
import { onEachDatabase } from '../support/world/each-database.ts';

/** Stops the daemon's timers, so that no time limit is reached on a busy machine. */
const holdTimers = () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
afterEach(() => void vi.useRealTimers());

onEachDatabase((database, kind) => {
  const clear = () => database().write(async ({ db, t }) => void (await db.delete(t.staff)));
  const add = ({ db, t }: Handle, name: string, email = `${name}@example.test`) =>
    db.insert(t.staff).values({ email, name, role: 'viewer', failed_sign_ins: 0, created_at: 1 }).returning();
  const names = async (db: Database) =>
    (await db.read(({ db, t }) => db.select().from(t.staff).orderBy(asc(t.staff.staff_id)))).map((row) => row.name);

  describe('write', () => {
    it('commits what its function did, and returns its result', async () => {
      await clear();
      const [row] = await database().write((handle) => add(handle, 'ada'));
      expect(row).toMatchObject({ name: 'ada', failed_sign_ins: 0, removed_at: null });
      expect(await names(database())).toEqual(['ada']);
    });

    it('sees its own rows, and no other connection sees them before the commit', async () => {
      await clear();
      holdTimers();
      const [added, seen] = [createGate(), createGate()];
      const inside = database().write(async (handle) => {
        await add(handle, 'ada');
        added.open();
        await seen.opened;
        return handle.db.select().from(handle.t.staff);
      });
      await added.opened;
      expect(await names(database())).toEqual([]);
      seen.open();
      expect(await inside).toHaveLength(1);
      expect(await names(database())).toEqual(['ada']);
    });

    it('rolls back when its function throws, and rethrows the error unchanged', async () => {
      await clear();
      const error = new Error('no');
      const write = database().write(async (handle) => {
        await add(handle, 'ada');
        throw error;
      });
      await expect(write).rejects.toBe(error);
      expect(await names(database())).toEqual([]);
    });

    it('commits nothing once a statement has failed, even if its function caught the error', async () => {
      await clear();
      const write = database().write(async (handle) => {
        await add(handle, 'ada', 'same@example.test');
        await add(handle, 'bob', 'same@example.test').catch(() => {});
        return 'fine';
      });
      const error = await write.catch((caught: unknown) => caught);
      expect(brokenConstraint(error)).toBe('unique');
      expect(await names(database())).toEqual([]);
    });

    it('refuses rows without their parent, and keeps parameters out of the message', async () => {
      const write = database().write(async ({ db, t }) =>
        db.insert(t.staff_sessions).values({ token_hash: 'secret-hash', staff_id: 999, created_at: 1, expires_at: 2 }),
      );
      const error = await write.catch((caught: unknown) => caught);
      expect(brokenConstraint(error)).toBe('foreign_key');
      expect(String(error)).not.toContain('secret-hash');
    });

    it('refuses a write, a read and a hot batch inside it', async () => {
      const db = database();
      const inside = [
        () => db.write(async () => 1),
        () => db.read(async () => 1),
        () => createHotStore(db).ingest([], 1),
        async () => {
          await sleep(1);
          await db.write(async () => 1);
        },
      ];
      for (const call of inside) {
        await expect(db.write(async () => void (await call()))).rejects.toThrow(/only await its own handle/);
      }
    });

    it('can be followed by a write that was started inside it but runs after it', async () => {
      const db = database();
      const later = await db.write(async () => ({ promise: sleep(50).then(() => db.write(async () => 'fine')) }));
      expect(await later.promise).toBe('fine');
    });

    it('is rolled back after 2 s with 503, and its handle no longer works', async () => {
      await clear();
      holdTimers();
      const [added, late] = [createGate(), createGate()];
      let tell = (_error: unknown) => {};
      const straggler = new Promise<unknown>((resolve) => {
        tell = resolve;
      });
      const write = database().write(async (handle) => {
        await add(handle, 'slow');
        added.open();
        await late.opened;
        add(handle, 'late').then(tell, tell);
      });
      let isOver = false;
      const refused = expect(write.finally(() => (isOver = true))).rejects.toBeInstanceOf(Unavailable);
      await added.opened;
      vi.advanceTimersByTime(1000);
      const next = database().write((handle) => add(handle, 'next'));
      vi.advanceTimersByTime(999);
      // The read goes to another thread and back, so the test would notice if the write had ended.
      expect(await names(database())).not.toContain('slow');
      expect(isOver).toBe(false);
      vi.advanceTimersByTime(1);
      await refused;
      await next;
      late.open();
      expect(String(rootFault(await straggler))).toMatch(/write has ended/);
      expect(await names(database())).toEqual(['next']);
    });

    it('serialises 20 writes that read and then change one row', async () => {
      await clear();
      const [row] = await database().write((handle) => add(handle, 'counter'));
      const bump = () =>
        database().write(async ({ db, t }) => {
          const mine = eq(t.staff.staff_id, row?.staff_id ?? 0);
          if (kind === 'postgres') await db.update(t.staff).set({ role: 'owner' }).where(mine);
          const [found] = await db.select().from(t.staff).where(mine);
          await db
            .update(t.staff)
            .set({ failed_sign_ins: (found?.failed_sign_ins ?? 0) + 1 })
            .where(mine);
        });
      await Promise.all(Array.from({ length: 20 }, bump));
      const [after] = await database().read(({ db, t }) => db.select().from(t.staff));
      expect(after?.failed_sign_ins).toBe(20);
    });

    it('takes turns with hot batches', async () => {
      await clear();
      const done: string[] = [];
      const write = (name: string) =>
        database()
          .write((handle) => add(handle, name))
          .then(() => done.push(name));
      const batch = () =>
        createHotStore(database())
          .ingest([], 1)
          .then(() => done.push('hot'));
      await Promise.all([write('a'), batch(), write('b'), batch(), batch(), write('c')]);
      expect(done.sort()).toEqual(['a', 'b', 'c', 'hot', 'hot', 'hot']);
    });
  });

  describe('read', () => {
    it('continues during a write', async () => {
      await clear();
      // A read that waited for the write would wait forever: the write waits for the reads and never times out.
      holdTimers();
      const [added, readAll] = [createGate(), createGate()];
      const write = database().write(async (handle) => {
        await add(handle, 'ada');
        added.open();
        await readAll.opened;
      });
      await added.opened;
      for (let count = 0; count < 20; count += 1) expect(await names(database())).toEqual([]);
      readAll.open();
      await write;
    });

    it('returns counts and sums as numbers, or as a bigint if a double cannot hold them', async () => {
      await clear();
      await database().write(async ({ db, t }) => {
        const row = { role: 'viewer', name: 'x', failed_sign_ins: 1, created_at: Number.MAX_SAFE_INTEGER } as const;
        await db.insert(t.staff).values([
          { ...row, email: 'a' },
          { ...row, email: 'b' },
        ]);
      });
      const read = (value: ReturnType<typeof sql<number>>) =>
        database().read(({ db, t }) => db.select({ value }).from(t.staff));
      expect(await read(sql<number>`count(*)`)).toEqual([{ value: 2 }]);
      expect(await read(sql<number>`sum(failed_sign_ins)`)).toEqual([{ value: 2 }]);
      expect(await read(sql<number>`max(created_at)`)).toEqual([{ value: Number.MAX_SAFE_INTEGER }]);
      expect(await read(sql<number>`sum(created_at)`)).toEqual([{ value: 2n * BigInt(Number.MAX_SAFE_INTEGER) }]);
    });

    it.runIf(kind === 'sqlite')('changes nothing on SQLite', async () => {
      await expect(database().read((handle) => add(handle, 'ada'))).rejects.toThrow();
    });
  });
});
