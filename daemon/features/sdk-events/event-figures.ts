import { AppError } from '../../contract/refusals.ts';
import type { Database } from '../../db/database.ts';
import type { Games } from '../../domain/games.ts';
import type { EventLog, EventSpan, EventTotals } from '../../event-log/event-log.ts';
import { HOUR_MS } from '../../lib/clock.ts';
import { createRecent } from '../../lib/recent.ts';
import { cancelReport } from './cancel-report.ts';
import { cohortsOf } from './cohort-rules.ts';
import { type FigureQuery, type Figures, sumSources } from './count-events.ts';
import { listEventRows } from './event-list-store.ts';
import { sumEvents } from './event-totals-store.ts';
import type { EventReports, ReportState } from './run-reports.ts';
import type { SourceSums } from './source-rules.ts';

/** The SDK events as the screens read them, wherever they are stored. */
export interface EventFigures extends Pick<EventReports, 'ask'> {
  list: EventLog['list'];
  totals(span: EventSpan): Promise<EventTotals>;
  /** Ends the count of a report. @param limit the games that the person is limited to */
  cancel(reportId: string, limit: Games): Promise<void>;
}

/** Returns the function that lists events, from the log or from the daemon's own database. */
export const eventListOf = (db: Database, log: Pick<EventLog, 'list'> | null): EventLog['list'] =>
  log?.list ?? ((filter, after, limit) => db.read((handle) => listEventRows(handle, filter, after, limit)));

/** Reads the events from the daemon's own database. */
export const figuresOfDatabase = (db: Database, reports: EventReports): EventFigures => ({
  list: eventListOf(db, null),
  totals: (span) => db.read((handle) => sumEvents(handle, span)),
  ask: reports.ask,
  cancel: (reportId, limit) => cancelReport(db, reports, reportId, limit),
});

/** Portals that send the same query within this time share one result. */
const KEPT = { freshMs: 10_000, max: 50 };

/** Reads the events from an event log, which can count any number of events within one request. */
export function figuresOfLog(db: Database, log: EventLog, clock: () => number): EventFigures {
  const recent = createRecent<ReportState<keyof Figures>>(KEPT);
  const count: { [K in keyof Figures]: (query: FigureQuery) => Promise<Figures[K]> } = {
    activity: (query) => log.activity(query),
    sources: (query) => countSources(db, log, query),
    cohorts: async ({ games, weeks = [] }) => cohortsOf(await log.weeksOfPeople(games, weeks), weeks.length - 1),
    steps: ({ steps = [], within_hours, ...span }) =>
      log.steps(span, steps, within_hours === undefined ? null : within_hours * HOUR_MS),
  };
  const ask = (query: FigureQuery) => {
    const now = clock();
    return recent(JSON.stringify(query), now, async () => ({
      figures: await count[query.kind](query),
      countedAt: now,
      report: null,
    }));
  };
  return {
    ask: ask as EventFigures['ask'],
    list: eventListOf(db, log),
    totals: log.totals,
    cancel: async () => {
      throw new AppError('not_found');
    },
  };
}

async function countSources(db: Database, log: EventLog, { by = 'link', ...span }: FigureQuery): Promise<SourceSums[]> {
  const sources = (await log.sources(span, by)).map((one) => ({ ...one, people: new Set<string>() }));
  const peopleOf = new Map(sources.map(({ source, people }) => [source, people]));
  for await (const some of log.peopleOfSources(span, by, [...peopleOf.keys()]))
    for (const { source, person } of some) peopleOf.get(source)?.add(person);
  return sumSources(db, sources, span);
}
