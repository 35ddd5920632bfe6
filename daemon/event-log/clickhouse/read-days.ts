import { DAY_MS } from '../../lib/clock.ts';
import { fitting } from '../../lib/fitting.ts';
import type { ArchivedEvent, DayCount, DayMark, EventPosition } from '../event-log.ts';
import { idsList } from './append-events.ts';
import type { ClickHouse } from './clickhouse-client.ts';
import { all, between } from './conditions.ts';

/** This limit is higher than the one for the daemon's own database, because reading a page scans the whole day. */
const MAX_ROWS = 4000;
/** An event can be as large as a request, so a page ends at this number of characters. */
const MAX_CHARACTERS = 4 * 1_048_576;

export async function readDays({ rows, names }: ClickHouse, from: number | undefined): Promise<number[]> {
  const first = from === undefined ? '' : `WHERE day >= ${Math.floor(from / DAY_MS)}`;
  const found = await rows<{ day: number }>(`SELECT DISTINCT day FROM ${names.events} ${first} ORDER BY day`);
  return found.map(({ day }) => day * DAY_MS);
}

export async function countDay({ rows, names }: ClickHouse, day: number): Promise<DayCount> {
  const { sql, params } = between(day, day + DAY_MS);
  const [found] = await rows<{ left: number; removed: number }>(
    `SELECT (SELECT count() FROM ${names.events} FINAL WHERE ${sql}) AS left,
      (SELECT sum(events) FROM ${names.removed} FINAL WHERE quarter >= {from:Int64} AND quarter < {to:Int64}) AS removed`,
    { params },
  );
  const { left = 0, removed = 0 } = found ?? {};
  return { stored: left + removed, removed };
}

export async function markOfDay({ rows, names }: ClickHouse, day: number): Promise<DayMark> {
  const { sql, params } = between(day, day + DAY_MS);
  const [found] = await rows<{ events: number; ids: string }>(
    `SELECT count() AS events, toString(groupBitXor(toUInt128(event_id))) AS ids FROM ${names.events} FINAL WHERE ${sql}`,
    { params },
  );
  return { events: found?.events ?? 0, ids: BigInt(found?.ids ?? 0) };
}

export async function readPageOfDay(
  { rows, names }: ClickHouse,
  day: number,
  after: EventPosition | null,
): Promise<ArchivedEvent[]> {
  const { sql, params } = all(
    between(after?.created_at ?? day, day + DAY_MS),
    after && {
      sql: '(created_at, toUInt128(event_id)) > ({at:Int64}, toUInt128({id:UUID}))',
      params: { at: after.created_at, id: after.event_id },
    },
  );
  const keys = await rows<{ id: string; created_at: number; size: number }>(
    `SELECT toString(event_id) AS id, created_at, size FROM ${names.events} FINAL WHERE ${sql}
     ORDER BY created_at, toUInt128(event_id) LIMIT ${MAX_ROWS}`,
    { params },
  );
  const page = keys.slice(
    0,
    fitting(
      keys.map(({ size }) => size),
      MAX_CHARACTERS,
    ),
  );
  const [first, last] = [page[0], page.at(-1)];
  if (!first || !last) return [];
  const span = between(first.created_at, last.created_at + 1);
  const found = await rows<Omit<ArchivedEvent, 'event_id'> & { id: string }>(
    `SELECT toString(event_id) AS id, created_at, received_at, payload FROM ${names.events} FINAL
     WHERE ${span.sql} AND event_id IN (${idsList(page.map(({ id }) => id))}) ORDER BY created_at, toUInt128(event_id)`,
    { params: span.params },
  );
  return found.map(({ id, ...row }) => ({ event_id: id, ...row }));
}
