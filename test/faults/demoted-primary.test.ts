import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { migrate } from '../../daemon/db/migrate/migrate.ts';
import { openPostgres, type PostgresDatabase } from '../../daemon/db/postgres/postgres-database.ts';
import { POLL_MS } from '../../daemon/db/postgres/postgres-pulse.ts';
import { QUESTION } from '../../daemon/db/postgres/postgres-servers.ts';
import { Unavailable } from '../../daemon/lib/unavailable.ts';
import { freshDatabase, startPostgres, type TestPostgres } from '../support/world/postgres.ts';
import { runSql } from '../support/world/sql.ts';
import { until } from '../support/world/wait-until.ts';

// A primary that no longer accepts writes stays up and keeps its connections. Two servers act as a primary and its
// successor; the tests check only where the connections lead.

/** How many times the daemons in this process have asked a server whether it accepts writes. */
let looks = 0;
const { query } = pg.Client.prototype;
beforeAll(() => {
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    if ((given[0] as { text?: string }).text === QUESTION) looks += 1;
    return Reflect.apply(query, this, given);
  } as typeof query);
});
afterAll(() => void vi.restoreAllMocks());

interface Side {
  server: TestPostgres;
  url: string;
}
let sides: [Side, Side];
let both: string;

beforeAll(async () => {
  const start = async (): Promise<Side> => {
    const server = await startPostgres({ own: true });
    const { url } = await freshDatabase(server.url);
    const named = new URL(url);
    // Both servers have a database of the same name and a user with the same password, as in a cluster.
    await runSql(server.url, `ALTER DATABASE ${named.pathname.slice(1)} RENAME TO app`);
    await runSql(server.url, "CREATE ROLE app SUPERUSER LOGIN PASSWORD 'app'");
    const ours = `postgres://app:app@${named.host}/app`;
    await migrate(ours);
    return { server, url: ours };
  };
  sides = [await start(), await start()];
  both = `postgres://app:app@${sides.map(({ url }) => new URL(url).host).join(',')}/app?target_session_attrs=read-write`;
});
afterAll(() => Promise.all(sides?.map(({ server }) => server.stop()) ?? []));
beforeEach(() => switchTo(0));

/** Makes one server writable, and then the other one read-only; with null, both become read-only. */
async function switchTo(writable: 0 | 1 | null) {
  const order = [...sides.entries()].sort(([index]) => (index === writable ? -1 : 1));
  for (const [index, { server }] of order) {
    const setting = index === writable ? 'off' : 'on';
    await runSql(server.url, `ALTER SYSTEM SET default_transaction_read_only = ${setting}`);
    await runSql(server.url, 'SELECT pg_reload_conf()');
    await until('the server has read the setting', async () => {
      const [row] = await runSql(server.url, 'SHOW default_transaction_read_only');
      return row?.default_transaction_read_only === setting;
    });
  }
}

/** Returns how many connections the daemon has to a server. */
const connectionsOf = async ({ url }: Side) => {
  const rows = await runSql(
    url,
    "SELECT pid FROM pg_stat_activity WHERE datname = 'app' AND application_name LIKE 'redeemd%'",
  );
  return rows.length;
};

const LEAVE_MS = 2000;

describe('a primary that no longer accepts writes', () => {
  let db: PostgresDatabase;
  const write = () => db.write(async ({ db, t }) => db.update(t.organisation).set({ name: 'x' }));
  const opened = async (url: string, options = {}) => {
    db = await openPostgres(url, { poolSize: 4, ...options });
    await db.warmUp();
  };

  it('loses every connection to its successor', async () => {
    await opened(both);
    try {
      await write();
      expect([await connectionsOf(sides[0]), await connectionsOf(sides[1])]).toEqual([6, 0]);
      await switchTo(1);
      looks = 0;
      let looksBefore = 0;
      await until('the successor accepts a write', async () => {
        const isTaken = await write().then(() => true, refused);
        if (!isTaken) looksBefore = looks;
        return isTaken;
      });
      // The limit applies only to the pauses between checks, because the duration of a check depends on the machine.
      // The 1 stands for the pause that had already started.
      expect((1 + looksBefore) * POLL_MS).toBeLessThan(LEAVE_MS);
      await db.warmUp();
      await until('all connections lead to the successor', async () => {
        const [left, taken] = [await connectionsOf(sides[0]), await connectionsOf(sides[1])];
        return left === 0 && taken === 6;
      });
    } finally {
      await db.close();
    }
  });

  it('causes refusals that name the reason, and is used again once it accepts writes', async () => {
    await opened(both);
    try {
      await switchTo(null);
      await until('the refusal names the reason', async () =>
        /No Postgres server accepts writes/.test(await reasonOf(write)),
      );
      expect(await connectionsOf(sides[0])).toBeLessThanOrEqual(1);
      await switchTo(0);
      await until('the primary is used again', () => write().then(() => true, refused));
    } finally {
      await db.close();
    }
  });

  it('prevents a daemon from starting, but lets commands read', async () => {
    await switchTo(null);
    await expect(opened(both)).rejects.toThrow(
      /No Postgres server accepts writes \(127.0.0.1:\d+: it does not accept writes; /,
    );
    await opened(both, { mustWrite: false });
    try {
      expect(await db.read(({ db, t }) => db.select().from(t.campaigns))).toEqual([]);
      await expect(write()).rejects.toBeInstanceOf(Unavailable);
    } finally {
      await db.close();
    }
  });

  it('sabotage: keeps the connections of a daemon that does not require writes', async () => {
    await opened(both, { mustWrite: false });
    try {
      await write();
      await switchTo(1);
      const end = performance.now() + LEAVE_MS;
      while (performance.now() < end) await expect(write()).rejects.toBeInstanceOf(Unavailable);
    } finally {
      await db.close();
    }
  });
});

const refused = (error: unknown) => {
  if (error instanceof Unavailable) return false;
  throw error;
};

const reasonOf = (work: () => Promise<unknown>) =>
  work().then(
    () => 'none',
    (error: Error) => String((error.cause as Error | undefined)?.message),
  );
