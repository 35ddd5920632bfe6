import { expect, test } from 'vitest';
import { openLedger } from '../../daemon/features/payouts/ledger/ledger.ts';
import { sumLedger } from '../../daemon/features/payouts/ledger/ledger-store.ts';
import { makeCreators, payAll } from '../support/database/earnings.ts';
import { NOW } from '../support/world/defaults.ts';
import { onEachDatabase } from '../support/world/each-database.ts';

// The ledger sums the creators' accruals page by page: on Postgres in one pass, on SQLite by looking up each creator.
onEachDatabase((database, kind) => {
  const inOrder = (creators: readonly { creatorId: string }[]) =>
    creators.map(({ creatorId }) => creatorId).toSorted((a, b) => (a < b ? -1 : 1));
  const earned = async (count: number) => {
    const { creators } = await makeCreators(database(), count);
    const users = creators.map(({ user }) => user);
    await payAll(database(), users, 1000);
    await payAll(database(), users.slice(count / 2), 500);
    await payAll(database(), users.slice(0, 3), -300);
    return inOrder(creators);
  };
  /** Returns the sums of these creators, read in pages of the given size. */
  const read = async (ids: readonly string[], size: number, after: string | null) => {
    const ledger = openLedger(database(), after, NOW);
    try {
      const sums = new Map<string, unknown>();
      for (let at = 0; at < ids.length; at += size) {
        const page = await database().read((handle) => ledger.sumsOf(handle, ids.slice(at, at + size)));
        for (const [key, value] of page) sums.set(key, value);
      }
      ledger.expectRead();
      return sums;
    } finally {
      await ledger.close();
    }
  };

  test('the ledger returns the same sums as a look-up of each creator, whatever the page size', async () => {
    const ids = await earned(40);
    const lookedUp = await database().read((handle) => sumLedger(handle, ids, NOW));
    expect(lookedUp.size).toBe(40);
    for (const size of [1, 7, 40]) expect(await read(ids, size, null)).toEqual(lookedUp);
    const rest = await database().read((handle) => sumLedger(handle, ids.slice(10), NOW));
    expect(await read(ids.slice(10), 7, ids[9] as string)).toEqual(rest);
  });

  test('creators without accruals have no sums', async () => {
    const [last] = (await earned(4)).slice(-1);
    const { creators } = await makeCreators(database(), 3);
    const more = inOrder(creators);
    const sums = await read(more, 2, last as string);
    expect(sums.size).toBe(0);
  });

  const usersOf = async (ids: readonly string[]) =>
    (await database().read(({ db, t }) => db.select().from(t.links)))
      .filter(({ creator_id }) => ids.includes(creator_id))
      .map(({ user_id }) => user_id);

  if (kind !== 'postgres') return;

  test('a creator with accruals who is on no page is reported', async () => {
    const ids = await earned(6);
    const first = ids[0] as string;
    const before = first.slice(0, -1);
    await expect(read([first, ...ids.slice(2)], 2, before)).rejects.toThrow(/has accruals but was not on any page/);
  });

  test('an abandoned pass releases its connection, and each pass reads one snapshot', async () => {
    const ids = await earned(20);
    const db = database();
    const scan = db.scan ?? expect.unreachable('Postgres cannot scan');
    // There are more passes than connections in the pool.
    for (let pass = 0; pass < 30; pass += 1) {
      const pages = scan(
        ({ db: reader, t }) => reader.select({ creator_id: t.creators.creator_id }).from(t.creators),
        5,
      );
      expect((await pages.next()).value).toHaveLength(5);
      await pages.return();
    }
    const pages = scan(({ db: reader, t }) => reader.select({ user_id: t.accruals.user_id }).from(t.accruals), 5);
    const counted = (await db.read(({ db: reader, t }) => reader.select().from(t.accruals))).length;
    let seen = (await pages.next()).value?.length ?? 0;
    await payAll(db, ['user unknown'], 100);
    await payAll(db, (await usersOf(ids)).slice(0, 5), 100);
    for await (const page of pages) seen += page.length;
    expect(seen).toBe(counted);
  });
});
