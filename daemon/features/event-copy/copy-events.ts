import type { Database, Handle } from '../../db/database.ts';
import type { EventPosition } from '../../db/query/events-after.ts';
import type {
  DayMark,
  EventLog,
  EventRow,
  JoinedIdentity,
  ReceivedEvent,
  RemovedCount,
} from '../../event-log/event-log.ts';
import { daysWithEvents } from '../event-archive/archive-store.ts';
import { readPageOfDay } from '../event-archive/day-rows-store.ts';
import { listIdentities, listIds, listRemoved } from './event-copy-store.ts';

export interface CopyParts {
  db: Database;
  to: EventLog;
  signal: AbortSignal;
  now: number;
}

export interface CopiedDay {
  day: number;
  events: number;
  /** Whether the log already contained all of the day's events. */
  wasThere: boolean;
}

/**
 * Copies the SDK events of the database to an event log, day by day. If the copy is repeated, days that are already
 * complete in the log are only compared, and the other days are copied again. Events that the log already contains do
 * not change.
 */
export async function* copyEvents(parts: CopyParts): AsyncGenerator<CopiedDay, void> {
  const { db, to, signal } = parts;
  await copyIdentities(parts);
  await copyRemoved(parts);
  for await (const day of daysWithEvents(db)) {
    signal.throwIfAborted();
    const here = await markOfDay(parts, day);
    if (isSame(here, await to.markOfDay(day))) yield { day, events: here.events, wasThere: true };
    else yield { day, events: await copyDay(parts, day), wasThere: false };
  }
}

const isSame = (a: DayMark, b: DayMark) => a.events === b.events && a.ids === b.ids;

/**
 * Reads rows page by page.
 * @param read returns the rows after the last row of the previous page; an empty list at the end
 */
async function* pagesOf<Row>(
  { db, signal }: CopyParts,
  read: (handle: Handle, after: Row | null) => Promise<Row[]>,
): AsyncGenerator<Row[], void> {
  for (let after: Row | null = null; ; ) {
    signal.throwIfAborted();
    const last: Row | null = after;
    const page: Row[] = await db.read((handle) => read(handle, last));
    if (page.length === 0) return;
    yield page;
    after = page.at(-1) ?? null;
  }
}

async function markOfDay(parts: CopyParts, day: number): Promise<DayMark> {
  const mark = { events: 0, ids: 0n };
  for await (const page of pagesOf<EventPosition>(parts, (handle, after) => listIds(handle, day, after))) {
    for (const { event_id } of page) mark.ids ^= BigInt(`0x${event_id.replaceAll('-', '')}`);
    mark.events += page.length;
  }
  return mark;
}

async function copyDay(parts: CopyParts, day: number): Promise<number> {
  let copied = 0;
  for await (const page of pagesOf<EventRow>(parts, (handle, after) => readPageOfDay(handle, day, after))) {
    await parts.to.copy(page.map(receivedOf));
    copied += page.length;
  }
  return copied;
}

const receivedOf = (row: EventRow): ReceivedEvent => ({
  ...{ eventId: row.event_id, createdAt: row.created_at, receivedAt: row.received_at, gameId: row.game_id },
  ...{ eventType: row.event_type, eventSubType: row.event_sub_type, sessionId: row.session_id },
  ...{ anonId: row.anon_id, userId: row.user_id, referralLink: row.referral_link, payload: row.payload },
});

async function copyIdentities(parts: CopyParts): Promise<void> {
  for await (const page of pagesOf<JoinedIdentity>(parts, listIdentities)) await parts.to.copyIdentities(page);
}

async function copyRemoved(parts: CopyParts): Promise<void> {
  for await (const page of pagesOf<RemovedCount>(parts, (handle, after) => listRemoved(handle, after?.hour ?? null)))
    await parts.to.copyRemoved(page, parts.now);
}
