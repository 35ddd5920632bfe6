import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../daemon/db/database.ts';
import { openDatabase } from '../../daemon/db/open.ts';
import { generateEvents } from '../support/clickhouse/generated-events.ts';
import { ownEventLog } from '../support/clickhouse/own-event-log.ts';
import { type DatabaseKind, type TestDatabase, testDatabase } from '../support/world/daemon.ts';
import { compareLogs, items, NOW, sendAll, spans } from './event-log-conformance.ts';

// SQLite and Postgres return the same figures after the same events.

let opened: { db: Database; fresh: TestDatabase }[] = [];
async function open(kind: DatabaseKind) {
  const fresh = await testDatabase(kind, { isMigrated: true });
  return { fresh, db: await openDatabase(fresh.url, { exclusive: true }) };
}
const databaseAt = (at: number) => () => opened[at]?.db as Database;
const [sqlite, postgres] = [databaseAt(0), databaseAt(1)];

beforeAll(async () => {
  opened = await Promise.all([open('sqlite'), open('postgres')]);
  const [first, second] = await Promise.all(
    opened.map(({ db }) => {
      const { append } = ownEventLog(db);
      return sendAll([append, append]);
    }),
  );
  expect(second).toEqual(first);
});
afterAll(async () => {
  for (const { db, fresh } of opened) {
    await db.close();
    await fresh.drop();
  }
});

it('each event counts once', async () => {
  const [, span] = spans;
  if (!span) throw new Error('There is no span');
  for (const database of [sqlite, postgres]) {
    const { hours } = await ownEventLog(database()).totals(span);
    expect(hours.reduce((sum, { events }) => sum + Number(events), 0)).toBe(items.length);
  }
});

describe('Postgres compared with SQLite', () => {
  compareLogs({ log: () => ownEventLog(postgres()), own: () => ownEventLog(sqlite()), ownDatabase: sqlite });
});

it('if two callers send the same events at once in different orders, each event is new for exactly one caller', async () => {
  const some = generateEvents({ seed: 12, events: 200, end: NOW });
  const turned = some.toReversed();
  for (const database of [sqlite, postgres]) {
    const { append } = ownEventLog(database());
    const [first, second] = await Promise.all([append(some, NOW), append(turned, NOW)]);
    const news = some.map((_, at) => Number(!first[at]) + Number(!second.at(-1 - at)));
    expect(news).toEqual(some.map(() => 1));
  }
});
