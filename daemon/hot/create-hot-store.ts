import type { Database } from '../db/database.ts';
import type { HotCall, HotStore } from './hot-store.ts';
import { eventRow } from './ingest/event-rows.ts';
import { postgresIngest } from './ingest/postgres-ingest.ts';
import { postgresPay } from './pay/postgres-pay.ts';
import { PLANNED_ONCE, postgresRedeem } from './redeem/postgres-redeem.ts';

interface HotStoreOptions {
  /** Rolls each transaction back once its outcomes are known, so that the calls store nothing. */
  isTrial?: boolean;
}

/** Creates the hot statements of a database. SQLite's writer thread runs them (sqlite-hot-store.ts). */
export function createHotStore(
  { batches }: Pick<Database, 'batches'>,
  { isTrial = false }: HotStoreOptions = {},
): HotStore {
  if (batches.dialect === 'sqlite') {
    const run = <T>(call: HotCall) => batches.run<T>(isTrial ? { ...call, isTrial } : call);
    return {
      redeem: (items, now) => run({ kind: 'redeem', items, now }),
      pay: (items, now) => run({ kind: 'pay', items, now }),
      ingest: (items, now) => run({ kind: 'ingest', items: items.map(eventRow), now }),
    };
  }
  const run = isTrial ? undoing(batches) : batches.run;
  return {
    redeem: (items, now) => run(items, (client, slot, some) => postgresRedeem(client, slot, some, now), PLANNED_ONCE),
    pay: (items, now) => run(items, (client, slot, some) => postgresPay(client, slot, some, now)),
    ingest: (items, now) => run(items, (client, slot, some) => postgresIngest(client, slot, some, now)),
  };
}

type PostgresRun = Extract<Database['batches'], { dialect: 'postgres' }>['run'];

/** Runs batches whose transactions commit nothing. */
const undoing =
  ({ run }: { run: PostgresRun }): PostgresRun =>
  (items, work, settings) =>
    run(
      items,
      async (client, slot, some) => {
        await client.query('savepoint trial');
        const outcomes = await work(client, slot, some);
        await client.query('rollback to savepoint trial');
        return outcomes;
      },
      settings,
    );
