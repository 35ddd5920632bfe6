import pg from 'pg';
import { vi } from 'vitest';
import { dialectOf } from '../../../daemon/db/open.ts';
import { runSql } from '../world/sql.ts';

// Removes safeguards of the database from outside, so that a test can show that its checks notice the effect.

interface Written {
  table: string;
  /** `insert`, or a change such as `update of used`. */
  by?: string;
  /** A condition on `new` that selects the rows; by default all rows. */
  when?: string;
}

/** Silently skips these writes: the daemon acknowledges them without storing them. @returns a function that undoes it */
export const leaveOut = (url: string, written: Written) => onWrite(url, 'leave_out', written);

/** Makes these writes fail. @returns a function that undoes it */
export const failOn = (url: string, written: Written) => onWrite(url, 'fail', written);

const BODIES = {
  sqlite: { leave_out: 'select raise(ignore)', fail: "select raise(abort, 'sabotaged')" },
  postgres: { leave_out: 'return null', fail: "raise exception 'sabotaged'" },
};

async function onWrite(url: string, what: 'leave_out' | 'fail', { table, by = 'insert', when = '1 = 1' }: Written) {
  const dialect = dialectOf(url);
  const trigger = `create trigger ${what}_${table} before ${by} on ${table} for each row when (${when})`;
  const body = BODIES[dialect][what];
  if (dialect === 'sqlite') await runSql(url, `${trigger} begin ${body}; end`);
  else
    await runSql(
      url,
      `create or replace function ${what}() returns trigger language plpgsql as 'begin ${body.replaceAll("'", "''")}; end'`,
      `${trigger} execute function ${what}()`,
    );
  const place = dialect === 'sqlite' ? '' : ` on ${table}`;
  return async () => void (await runSql(url, `drop trigger ${what}_${table}${place}`));
}

/** Drops Postgres's unique keys on claims and links. */
export const dropClaimKeys = (url: string) =>
  runSql(
    url,
    `do 'declare name text; begin
      for name in select indexname from pg_indexes
        where tablename = ''claims'' and indexname <> ''claims_pkey'' and indexdef like ''CREATE UNIQUE%''
      loop execute ''drop index '' || name; end loop; end'`,
    'alter table links drop constraint links_pkey',
  );

type Query = (...args: unknown[]) => unknown;

export interface Unlocked {
  /** Delays each daemon's next batch until all have read the figures, so that all use the same figures. */
  meet(): void;
  restore(): void;
}

/** Lets daemons of this process that connect to Postgres from now on read limits without locking them. */
export function dropLimitLock(daemons: number): Unlocked {
  const query = pg.Client.prototype.query as Query;
  let meeting = meetingOf(0);
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const name = nameOf(args[0]);
    if (name === 'redeem_lock') args[0] = withoutLock(args[0] as pg.QueryConfig);
    const result = query.apply(this, args);
    if (name !== 'redeem_snapshot') return result;
    return (result as Promise<unknown>).finally(() => meeting());
  } as typeof pg.Client.prototype.query);
  return {
    meet: () => {
      meeting = meetingOf(daemons);
    },
    restore: () => spy.mockRestore(),
  };
}

/** Holds every caller until this number of callers has arrived. */
function meetingOf(size: number): () => Promise<void> {
  let missing = size;
  let open = () => {};
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    missing -= 1;
    if (missing <= 0) open();
    return all;
  };
}

const nameOf = (query: unknown) =>
  typeof query === 'object' && query !== null && 'name' in query ? query.name : undefined;

function withoutLock(query: pg.QueryConfig): pg.QueryConfig {
  const text = query.text.replace('for no key update', '');
  if (text === query.text) throw new Error('redeem_lock takes no lock that could be dropped');
  return { ...query, text };
}
