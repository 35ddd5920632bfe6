import type { Database } from '../db/database.ts';
import type { HotCall, HotStore } from './hot-store.ts';
import { postgresIngest } from './ingest/postgres-ingest.ts';
import { postgresPay } from './pay/postgres-pay.ts';
import { postgresRedeem } from './redeem/postgres-redeem.ts';

/** Creates the hot statements of a database. SQLite's writer thread runs them (sqlite-hot-store.ts). */
export function createHotStore({ batches }: Pick<Database, 'batches'>): HotStore {
  if (batches.dialect === 'sqlite') {
    const run = <T>(call: HotCall) => batches.run<T>(call);
    return {
      redeem: (items, now) => run({ kind: 'redeem', items, now }),
      pay: (items, now) => run({ kind: 'pay', items, now }),
      ingest: (items, now) => run({ kind: 'ingest', items, now }),
    };
  }
  const { run } = batches;
  return {
    redeem: (items, now) => run(items, (client, slot, some) => postgresRedeem(client, slot, some, now)),
    pay: (items, now) => run(items, (client, slot, some) => postgresPay(client, slot, some, now)),
    ingest: (items, now) => run(items, (client, slot, some) => postgresIngest(client, slot, some, now)),
  };
}
