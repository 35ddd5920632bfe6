import type { Database, Handle } from '../../db/database.ts';
import type { EventPosition } from '../../db/query/events-after.ts';
import type { StepReached } from '../../domain/events/step-times.ts';
import type { EventActivity, EventStep, SourceKind } from '../../event-log/event-log.ts';
import { chunksOf } from '../../lib/chunks.ts';
import { HOUR_MS } from '../../lib/clock.ts';
import { createActivity } from './activity-rules.ts';
import { type Cohort, cohortsOf, createWeeks } from './cohort-rules.ts';
import {
  type Page,
  type PageTerms,
  readPeople,
  readSessions,
  readStepEvents,
  type SessionEvents,
} from './event-pages-store.ts';
import { createFunnel } from './funnel-rules.ts';
import { type LedgerSpan, sumPeople } from './people-store.ts';
import { createSources, type PersonSums, type SourceSums, type SourceVisits, sumSource } from './source-rules.ts';

/** The figures for which every event of a span must be read, by kind. */
export interface Figures {
  activity: EventActivity;
  sources: SourceSums[];
  steps: StepReached[];
  cohorts: Cohort[];
}

export type FigureQuery<Kind extends keyof Figures = keyof Figures> = LedgerSpan & {
  kind: Kind;
  /** The kind of source to group by. */
  by?: SourceKind;
  steps?: readonly EventStep[];
  /** For cohorts: the start of each week, followed by the end of the last week. */
  weeks?: readonly number[];
  within_hours?: number | undefined;
};

export interface Counting {
  /** The number of events per read. A larger number is faster, but other work on the thread waits longer. */
  pageSize: number;
  /** Called with the number of events read since the last call. */
  progress?: (events: number) => void;
  /** Waits after a read that took `ms`, so that other work gets its share of the database. */
  pause?: (ms: number) => Promise<void>;
}

type Reads = Pick<Database, 'read'>;
const PEOPLE_PER_READ = 500;

/** Counts a figure over every event of its span. Events that arrive during the count may or may not be included. */
export async function countEvents<Kind extends keyof Figures>(
  db: Reads,
  query: FigureQuery<Kind>,
  counting: Counting,
): Promise<Figures[Kind]> {
  const { steps = [], within_hours } = query;
  const count: { [K in keyof Figures]: () => Promise<Figures[K]> } = {
    async activity() {
      const activity = createActivity();
      const read: ReadPage<SessionEvents> = (handle, terms) => readSessions(handle, { ...query, by: null }, terms);
      await eachRow(db, read, counting, activity.add);
      return activity.result();
    },
    async sources() {
      const sources = createSources();
      const read: ReadPage<SessionEvents> = (handle, terms) =>
        readSessions(handle, { ...query, by: query.by ?? 'link' }, terms);
      await eachRow(db, read, counting, sources.add);
      return sumSources(db, sources.result(), query, () => counting.progress?.(0));
    },
    async steps() {
      const funnel = createFunnel(
        steps,
        within_hours === undefined ? Number.POSITIVE_INFINITY : within_hours * HOUR_MS,
      );
      await eachRow(db, (handle, terms) => readStepEvents(handle, { ...query, steps }, terms), counting, funnel.add);
      return funnel.result();
    },
    async cohorts() {
      const people = createWeeks();
      for (const [week, { from, to }] of weeksOf(query).entries()) {
        const read: ReadPage<{ person: string | null }> = (handle, terms) =>
          readPeople(handle, { ...query, from, to }, terms);
        await eachRow(db, read, counting, ({ person }) => people.add(person, week));
      }
      return cohortsOf(people.result(), weeksOf(query).length);
    },
  };
  return count[query.kind]();
}

const weeksOf = ({ weeks = [] }: FigureQuery) => weeks.slice(1).map((to, at) => ({ from: weeks[at] ?? to, to }));

type ReadPage<Row> = (handle: Handle, terms: PageTerms) => Promise<Page<Row>>;

async function eachRow<Row>(
  db: Reads,
  read: ReadPage<Row>,
  { pageSize: size, progress, pause }: Counting,
  add: (row: Row) => void,
): Promise<void> {
  let after: EventPosition | null = null;
  do {
    const last: EventPosition | null = after;
    const startedAt = performance.now();
    const page: Page<Row> = await db.read((handle) => read(handle, { after: last, size }));
    for (const row of page.rows) add(row);
    if (page.next) progress?.(size);
    after = page.next;
    if (after) await pause?.(performance.now() - startedAt);
  } while (after);
}

/** Adds what the people of each source claimed and paid. @param goesOn called after each read */
export async function sumSources(
  db: Reads,
  sources: readonly SourceVisits[],
  span: LedgerSpan,
  goesOn?: () => void,
): Promise<SourceSums[]> {
  const people = [...new Set(sources.flatMap((source) => [...source.people]))];
  const sums = new Map<string, PersonSums>();
  for (const some of chunksOf(people, PEOPLE_PER_READ)) {
    for (const [person, sum] of await db.read((handle) => sumPeople(handle, some, span))) sums.set(person, sum);
    goesOn?.();
  }
  return sources.map((source) => sumSource(source, sums));
}
