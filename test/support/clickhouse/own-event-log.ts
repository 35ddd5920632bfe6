import type { Database } from '../../../daemon/db/database.ts';
import type {
  EventFilter,
  EventLog,
  EventPosition,
  EventSpan,
  EventStep,
} from '../../../daemon/event-log/event-log.ts';
import { countDay, daysWithEvents } from '../../../daemon/features/event-archive/archive-store.ts';
import { readPageOfDay } from '../../../daemon/features/event-archive/day-rows-store.ts';
import { countRecent, listFunnel, sumEvents } from '../../../daemon/features/sdk-events/event-figures-store.ts';
import { listEventRows } from '../../../daemon/features/sdk-events/event-list-store.ts';
import {
  listStepEvents,
  type StepEvent,
  type StepPage,
} from '../../../daemon/features/sdk-events/event-steps-store.ts';
import { createFunnel } from '../../../daemon/features/sdk-events/funnel-rules.ts';
import { createHotStore } from '../../../daemon/hot/create-hot-store.ts';

export type ComparedLog = Pick<
  EventLog,
  'append' | 'list' | 'totals' | 'activity' | 'steps' | 'days' | 'countDay' | 'pageOfDay'
> & {
  linksWithPeople(span: EventSpan): Promise<{ referral_link: string; sessions: number; users: number }[]>;
};

const whole = (span: EventSpan) => ({ ...span, limit: null });

/** The functions of the daemon's own database in the form of an event log, to compare them. */
export function ownEventLog(db: Database): ComparedLog {
  const hot = createHotStore(db);
  return {
    append: (items, now) => hot.ingest(items, now),
    list: (filter: EventFilter, after: EventPosition | null, limit: number) =>
      db.read((handle) => listEventRows(handle, filter, after, limit)),
    totals: (span) => db.read((handle) => sumEvents(handle, whole(span))),
    async activity(span) {
      const { events, sessions, users, by_session, by_user } = await db.read((handle) =>
        countRecent(handle, whole(span)),
      );
      return { events, sessions, users, by_session, by_user };
    },
    async linksWithPeople(span) {
      const { links, users } = await db.read((handle) => listFunnel(handle, whole(span)));
      return links.map(({ referral_link, sessions }) => ({
        ...{ referral_link, sessions: Number(sessions) },
        users: users.filter(({ link }) => link === referral_link).length,
      }));
    },
    async steps(span, steps: readonly EventStep[], withinMs) {
      const funnel = createFunnel(steps, withinMs ?? Number.POSITIVE_INFINITY);
      let after: StepEvent | null = null;
      do {
        const last: StepEvent | null = after;
        const page: StepPage = await db.read((handle) => listStepEvents(handle, { ...whole(span), steps }, last));
        for (const event of page.events) funnel.add(event);
        after = page.next;
      } while (after);
      return funnel.counts();
    },
    async days() {
      const days: number[] = [];
      for await (const day of daysWithEvents(db)) days.push(day);
      return days;
    },
    countDay: (day) => db.read((handle) => countDay(handle, day)),
    pageOfDay: (day, after) => db.read((handle) => readPageOfDay(handle, day, after)),
  };
}
