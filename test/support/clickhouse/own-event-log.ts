import type { Database } from '../../../daemon/db/database.ts';
import type { Games } from '../../../daemon/domain/games.ts';
import type {
  EventFilter,
  EventLog,
  EventPosition,
  EventSpan,
  SourceKind,
} from '../../../daemon/event-log/event-log.ts';
import { countDay, daysWithEvents } from '../../../daemon/features/event-archive/archive-store.ts';
import { readPageOfDay } from '../../../daemon/features/event-archive/day-rows-store.ts';
import type { Cohort } from '../../../daemon/features/sdk-events/cohort-rules.ts';
import { countEvents } from '../../../daemon/features/sdk-events/count-events.ts';
import { listEventRows } from '../../../daemon/features/sdk-events/event-list-store.ts';
import { sumEvents } from '../../../daemon/features/sdk-events/event-totals-store.ts';
import { createHotStore } from '../../../daemon/hot/create-hot-store.ts';
import { HOUR_MS } from '../../../daemon/lib/clock.ts';

export type ComparedLog = Pick<
  EventLog,
  'append' | 'list' | 'totals' | 'activity' | 'steps' | 'days' | 'countDay' | 'pageOfDay'
> & {
  cohorts(games: Games, weeks: readonly number[]): Promise<Cohort[]>;
  sourcesWithPeople(span: EventSpan, by: SourceKind): Promise<{ source: string; sessions: number; users: number }[]>;
};

const PAGES = { pageSize: 1000 };
const whole = (span: EventSpan) => ({ ...span, limit: null });

/** Returns the event functions of the daemon's own database as an event log, to compare it with ClickHouse's. */
export function ownEventLog(db: Database): ComparedLog {
  const hot = createHotStore(db);
  return {
    append: (items, now) => hot.ingest(items, now),
    list: (filter: EventFilter, after: EventPosition | null, limit: number) =>
      db.read((handle) => listEventRows(handle, filter, after, limit)),
    totals: (span) => db.read((handle) => sumEvents(handle, whole(span))),
    activity: (span) => countEvents(db, { kind: 'activity', ...whole(span) }, PAGES),
    cohorts: (games, weeks) => countEvents(db, { kind: 'cohorts', ...whole({ from: 0, to: 0, games }), weeks }, PAGES),
    async sourcesWithPeople(span, by) {
      const sources = await countEvents(db, { kind: 'sources', by, ...whole(span) }, PAGES);
      return sources.map(({ source, sessions, users }) => ({ source, sessions, users }));
    },
    steps: (span, steps, withinMs) =>
      countEvents(
        db,
        { kind: 'steps', ...whole(span), steps, within_hours: withinMs === null ? undefined : withinMs / HOUR_MS },
        PAGES,
      ),
    async days() {
      const days: number[] = [];
      for await (const day of daysWithEvents(db)) days.push(day);
      return days;
    },
    countDay: (day) => db.read((handle) => countDay(handle, day)),
    async pageOfDay(day, after) {
      const page = await db.read((handle) => readPageOfDay(handle, day, after));
      return page.map(({ event_id, created_at, received_at, payload }) => ({
        event_id,
        created_at,
        received_at,
        payload,
      }));
    },
  };
}
