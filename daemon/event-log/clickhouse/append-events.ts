import { LRUCache } from 'lru-cache';
import type { IsRepeat, SdkEventItem } from '../../domain/events/sdk-event.ts';
import { chunksOf } from '../../lib/chunks.ts';
import { DAY_MS } from '../../lib/clock.ts';
import type { ReceivedEvent } from '../event-log.ts';
import { type ClickHouse, HOT_LIMIT_MS } from './clickhouse-client.ts';
import { versionOf } from './schema.ts';

/** Clients send an event again within this time if they get no response. */
const REPEATED_WITHIN_MS = 10 * 60_000;
const MAX_RECENT = 100_000;
/** IDs go into statements, which the server limits to 256 KiB. */
const MAX_IDS = 4000;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const COLUMNS = [
  ...(['game_id', 'day', 'event_type', 'event_sub_type', 'event_id', 'created_at', 'received_at'] as const),
  ...(['session_id', 'anon_id', 'user_id', 'referral_link', 'payload', 'size', 'version'] as const),
] as const;

export const dayOf = (instant: number): number => Math.floor(instant / DAY_MS);

/** Returns the IDs as a list for a statement. */
export function idsList(ids: readonly string[]): string {
  const wrong = ids.find((id) => !UUID.test(id));
  if (wrong !== undefined) throw new Error('An event ID is not a UUID in lower case');
  return ids.map((id) => `'${id}'`).join(',');
}

/** Returns the values of an event in the order of `COLUMNS`. */
export const valuesOf = (item: SdkEventItem, receivedAt: number, version: number): unknown[] => [
  ...[item.gameId, dayOf(item.createdAt), item.eventType, item.eventSubType, item.eventId, item.createdAt, receivedAt],
  ...[item.sessionId, item.anonId ?? '', item.userId ?? '', item.referralLink, item.payload, item.payload.length],
  version,
];

/** Events to store, with the versions of their rows. */
type Fresh = ReadonlyMap<string, { item: SdkEventItem; version: number }>;

/** Returns the IDs as one string, which the server parses faster than a string for each ID. */
const idsAsText = (ids: readonly string[]): string => `CAST('[${idsList(ids).replaceAll("'", "\\'")}]', 'Array(UUID)')`;

/**
 * Returns which of these events already have another row from the last ten minutes, stored by any daemon. New UUIDs of
 * version 7 sort after all earlier ones, so with the index on the IDs the server reads no rows for them.
 */
async function findRepeated({ rows, names }: ClickHouse, fresh: Fresh, now: number, signal: AbortSignal) {
  const repeated = new Set<string>();
  const find = async (some: { item: SdkEventItem }[]) => {
    const days = [...new Set(some.map(({ item }) => dayOf(item.createdAt)))];
    const found = await rows<{ id: string; version: number }>(
      `SELECT toString(event_id) AS id, version FROM ${names.events}
       WHERE day IN (${days.join(',')}) AND received_at >= ${now - REPEATED_WITHIN_MS}
         AND event_id IN ${idsAsText(some.map(({ item }) => item.eventId))}`,
      { signal, settings: { log_queries: 0 } },
    );
    for (const { id, version } of found) if (fresh.get(id)?.version !== version) repeated.add(id);
  };
  await Promise.all([...chunksOf([...fresh.values()], MAX_IDS)].map(find));
  return repeated;
}

/**
 * Creates the function that stores events; see `EventLog.append`. It looks for repeats while it inserts, so a
 * repeated event is stored again. The event still counts once: of its rows, only the one with the highest version
 * counts, and that is the first one stored.
 */
export function createAppend(clickhouse: ClickHouse) {
  // On a cluster, the server that runs the query might not have the newest events yet.
  const recent = new LRUCache<string, true>({ max: MAX_RECENT, ttl: REPEATED_WITHIN_MS });
  return async (items: readonly SdkEventItem[], now: number): Promise<IsRepeat[]> => {
    const signal = AbortSignal.timeout(HOT_LIMIT_MS);
    const fresh = new Map<string, { item: SdkEventItem; version: number }>();
    for (const item of items) {
      if (recent.has(item.eventId) || fresh.has(item.eventId)) continue;
      fresh.set(item.eventId, { item, version: versionOf(now, fresh.size) });
    }
    if (fresh.size === 0) return items.map(() => true);
    const rows = [...fresh.values()].map(({ item, version }) => valuesOf(item, now, version));
    const [repeated] = await Promise.all([
      findRepeated(clickhouse, fresh, now, signal),
      clickhouse.insert(clickhouse.names.events, COLUMNS, rows, signal),
    ]);
    for (const eventId of fresh.keys()) {
      // A concurrent call may have stored the same event.
      if (recent.has(eventId)) repeated.add(eventId);
      recent.set(eventId, true);
    }
    // Of equal events in a batch, only the first is new.
    return items.map(({ eventId }) => !fresh.delete(eventId) || repeated.has(eventId));
  };
}

/** Stores events from another log. Of equal events received in the same millisecond, the first counts. */
export async function copyEvents(clickhouse: ClickHouse, items: readonly ReceivedEvent[]): Promise<void> {
  const rows = items.map((item, index) => valuesOf(item, item.receivedAt, versionOf(item.receivedAt, index)));
  idsList(items.map(({ eventId }) => eventId));
  if (rows.length > 0) await clickhouse.insert(clickhouse.names.events, COLUMNS, rows);
}
