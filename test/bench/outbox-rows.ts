import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSqliteFile } from '../../daemon/db/sqlite/sqlite-library.ts';
import type { BenchDaemon } from './bench-daemon.ts';
import { onPostgres, runAll, wordsOf } from './fill.ts';

type Where = Pick<BenchDaemon, 'folder'>;

async function countOf(daemon: Where, database: string, query: string): Promise<number> {
  if (database !== 'sqlite')
    return onPostgres(database, async (client) => Number((await client.query(query)).rows[0]?.count));
  const db = openSqliteFile(join(daemon.folder, 'redeem.db'), { readonly: true });
  try {
    return (db.prepare(query).get() as { count: number }).count;
  } finally {
    db.close();
  }
}

const WAITING = `select (select count(*) from outbox where spread_at is null)
  + (select count(*) from deliveries where status = 'pending') as count`;

/** Returns the number of messages that are not yet spread plus the number of pending deliveries. */
export const waitingOf = (daemon: Where, database: string) => countOf(daemon, database, WAITING);

export const deliveredOf = (daemon: Where, database: string) =>
  countOf(daemon, database, "select count(*) as count from deliveries where status = 'delivered'");

/** Waits until no message or delivery is waiting. Throws an error if there is no progress for a minute. */
export async function drained(daemon: Where, database: string, everyMs = 20): Promise<void> {
  let [least, since] = [Number.POSITIVE_INFINITY, performance.now()];
  for (;;) {
    const waiting = await waitingOf(daemon, database);
    if (waiting === 0) return;
    if (waiting < least) [least, since] = [waiting, performance.now()];
    if (performance.now() - since > 60_000)
      throw new Error(`No progress for 60 s: ${waiting} messages and deliveries are still waiting`);
    await sleep(everyMs);
  }
}

/** Returns an SQL expression for a message body like that of a redeem. */
const bodyOf = (number: string) =>
  `'{"type":"redemption.succeeded","timestamp":"2026-05-01T12:00:00.000Z","data":{"redemption_id":"' || ${number} || '","user_id":"player-' || ${number} || '","campaign_id":1,"code":"CREATOR-CODE","code_type":"referral","creator_id":"creator-17","linked":true,"again":false,"rewards":[{"gold":100,"items":[{"id":"sword","level":3},{"id":"shield","level":1}]}]}}'`;
export const BODY_LENGTH = 333;

/** Adds messages that are due immediately, like the messages of redeems. */
export async function fillOutbox(daemon: Where, database: string, count: number, round: number): Promise<void> {
  const { series, padded } = wordsOf(database);
  const now = Date.now();
  await runAll(daemon, database, [
    `insert into outbox (message_id, event_type, body, created_at, due_at)
     select 'msg_bench-${round}-' || ${padded('n')}, 'redemption.succeeded', ${bodyOf(padded('n'))}, ${now}, ${now} from ${series(1, count)}`,
  ]);
}

/** Enables, disables or pauses the webhook endpoint directly in the database. */
export const setWebhook = (
  daemon: Where,
  database: string,
  { active, pausedUntil }: { active: boolean; pausedUntil: number | null },
) =>
  runAll(daemon, database, [
    `update webhooks set active = ${wordsOf(database)[active ? 'yes' : 'no']}, failures = 0, paused_until = ${pausedUntil}`,
  ]);
