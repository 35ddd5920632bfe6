import { DAY_MS } from '../../lib/clock.ts';
import type { AnonOfGame, ErasedEvents, EventErasure, EventRow } from '../event-log.ts';
import { COLUMNS, idsList, valuesOf } from './append-events.ts';
import type { ClickHouse } from './clickhouse-client.ts';
import type { Conditions } from './conditions.ts';
import { ROW, rowOf, type StoredRow } from './list-events.ts';
import { removeForGood } from './remove-for-good.ts';
import { erasedVersion } from './schema.ts';

const PAGE = 1000;
/** The server's log of statements must not contain the user's ID. */
const UNLOGGED = { log_queries: 0 } as const;

/** A row as it is stored; an event that was stored twice has two rows until the server merges them. */
interface Copy {
  event_id: string;
  day: number;
  version: number;
}

/**
 * Writes erased versions of the user's events, and then removes the replaced rows from the disk. It reads every stored
 * version of an event, because an interrupted erasure may have written the new version without removing the old ones.
 */
export async function eraseUser(clickhouse: ClickHouse, erasure: EventErasure, now: number): Promise<ErasedEvents> {
  const { names } = clickhouse;
  const anons = await findAnons(clickhouse, erasure.userId);
  const matched = matchOf(clickhouse, erasure);
  const copies = await clickhouse.rows<Omit<Copy, 'event_id'> & { id: string }>(
    `SELECT toString(event_id) AS id, day, version FROM ${names.events}
     WHERE event_id IN (SELECT event_id FROM ${names.events} WHERE ${matched.sql}) ORDER BY event_id`,
    { params: matched.params, settings: UNLOGGED },
  );
  const byEvent = new Map<string, Copy[]>();
  for (const { id, ...copy } of copies) byEvent.set(id, [...(byEvent.get(id) ?? []), { event_id: id, ...copy }]);
  const ids = [...byEvent.keys()];
  const replaced: Copy[] = [];
  let events = 0;
  for (let at = 0; at < ids.length; at += PAGE) {
    const page = await erasePage(clickhouse, ids.slice(at, at + PAGE), byEvent, { erasure, anons, now });
    events += page.events;
    replaced.push(...page.replaced);
  }
  await removeEvents(clickhouse, replaced);
  const identities = await eraseIdentities(clickhouse, erasure.userId);
  return { events, identities };
}

function findAnons({ rows, names }: ClickHouse, user: string): Promise<AnonOfGame[]> {
  return rows<AnonOfGame>(
    `SELECT game_id, anon_id FROM ${names.identities} GROUP BY game_id, anon_id
     HAVING argMax(user_id, version) = {user:String}`,
    { params: { user }, settings: UNLOGGED },
  );
}

/** Selects rows that may contain data of the user. No index supports this, so it reads the whole table. */
function matchOf({ names }: ClickHouse, { userId: user, texts }: EventErasure): Conditions {
  const anons = `SELECT anon_id FROM ${names.identities} GROUP BY game_id, anon_id
    HAVING argMax(user_id, version) = {user:String}`;
  const inTexts = texts
    ? ' OR position(payload, {inPayload:String}) > 0 OR position(assumeNotNull(referral_link), {inLink:String}) > 0'
    : '';
  return {
    sql: `user_id = {user:String} OR anon_id = {user:String} OR anon_id IN (${anons}) OR user_id IN (${anons})${inTexts}`,
    params: { user, ...texts },
  };
}

interface Erasing {
  erasure: EventErasure;
  anons: readonly AnonOfGame[];
  now: number;
}

async function erasePage(
  { rows, insert, names }: ClickHouse,
  ids: readonly string[],
  byEvent: ReadonlyMap<string, Copy[]>,
  { erasure, anons, now }: Erasing,
): Promise<{ events: number; replaced: Copy[] }> {
  const days = [...new Set(ids.flatMap((id) => byEvent.get(id)?.map(({ day }) => day) ?? []))];
  const current = await rows<StoredRow & { version: number }>(
    `SELECT ${ROW}, version FROM ${names.events} FINAL
     WHERE day IN (${days.join(',')}) AND event_id IN (${idsList(ids)})`,
    { settings: UNLOGGED },
  );
  const written: unknown[][] = [];
  const replaced: Copy[] = [];
  const changedDays = new Set<number>();
  for (const { version, ...stored } of current) {
    const row = rowOf(stored);
    const change = erasure.change(row, anons);
    const kept = change ? erasedVersion(now, version) : version;
    const others = byEvent.get(row.event_id)?.filter((copy) => copy.version !== kept) ?? [];
    replaced.push(...others);
    for (const { day } of change ? others : []) changedDays.add(day);
    if (change) written.push(valuesOf(itemOf({ ...row, ...change }), row.received_at, kept));
  }
  if (written.length === 0) return { events: 0, replaced };
  await erasure.beforeChange?.([...changedDays].map((day) => day * DAY_MS));
  await insert(names.events, COLUMNS, written);
  return { events: written.length, replaced };
}

const itemOf = (row: EventRow) => ({
  ...{ eventId: row.event_id, createdAt: row.created_at, gameId: row.game_id, eventType: row.event_type },
  ...{ eventSubType: row.event_sub_type, sessionId: row.session_id, anonId: row.anon_id, userId: row.user_id },
  ...{ referralLink: row.referral_link, payload: row.payload },
});

/** Removes rows by event and version. Rows that retention has only marked as deleted are removed first. */
async function removeEvents(clickhouse: ClickHouse, copies: readonly Copy[]): Promise<void> {
  const mutations = ['APPLY DELETED MASK'];
  for (let at = 0; at < copies.length; at += PAGE) {
    const some = copies.slice(at, at + PAGE);
    idsList(some.map(({ event_id }) => event_id));
    const days = [...new Set(some.map(({ day }) => day))].join(',');
    const rows = some.map(({ event_id, version }) => `('${event_id}',${version})`).join(',');
    mutations.push(`DELETE WHERE day IN (${days}) AND (event_id, version) IN (${rows})`);
  }
  await removeForGood(clickhouse, 'events', mutations);
}

/** A part of a hash. Together with the version, it identifies a row; alone, it reveals nothing about an ID. */
const MARK = 'cityHash64(game_id, anon_id, user_id) % 1000';

/**
 * Removes the user's identities, and those whose anonymous ID equals the user's ID. The server keeps the text of recent
 * mutations, so the mutations select rows by version and mark instead of by ID.
 */
async function eraseIdentities(clickhouse: ClickHouse, user: string): Promise<number> {
  const { rows, names } = clickhouse;
  const found = await rows<AnonOfGame & { version: number; mark: number }>(
    `SELECT game_id, anon_id, version, ${MARK} AS mark FROM ${names.identities}
     WHERE user_id = {user:String} OR anon_id = {user:String}`,
    { params: { user }, settings: UNLOGGED },
  );
  const mutations: string[] = [];
  for (let at = 0; at < found.length; at += PAGE) {
    const marks = found.slice(at, at + PAGE).map(({ version, mark }) => `(${version},${mark})`);
    mutations.push(`DELETE WHERE (version, ${MARK}) IN (${marks.join(',')})`);
  }
  await removeForGood(clickhouse, 'identities', mutations);
  return new Set(found.map(({ game_id, anon_id }) => JSON.stringify([game_id, anon_id]))).size;
}
