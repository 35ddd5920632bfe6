import type { Utm } from '../contract/words.ts';
import type { EventPosition } from '../db/query/events-after.ts';
import type { IsRepeat, SdkEventItem } from '../domain/events/sdk-event.ts';
import type { StepReached } from '../domain/events/step-times.ts';
import type { Games } from '../domain/games.ts';

/**
 * Where SDK events are stored, if not in the daemon's own database. Every figure counts an event ID once, however often
 * the event was stored. A call rejects with `Unavailable` while the log cannot be reached.
 */
export interface EventLog {
  /**
   * Stores events with one confirmed insert; the first of equal events counts. Gives up after 2 s. The result is then
   * unknown, and the same events may be sent again.
   * @returns for each event whether it was stored before, exact for the last 10 minutes
   */
  append(items: readonly SdkEventItem[], now: number): Promise<IsRepeat[]>;
  /** Stores events from another log with the time at which that log received them. */
  copy(items: readonly ReceivedEvent[]): Promise<void>;
  /** Stores identities from another log; the first user of an anonymous ID is kept. */
  copyIdentities(identities: readonly JoinedIdentity[]): Promise<void>;
  /** Stores the counts of events that another log has removed. A repeated call replaces the counts. */
  copyRemoved(counts: readonly RemovedCount[], now: number): Promise<void>;
  /** Lists events, newest first by (created_at, event_id). */
  list(filter: EventFilter, after: EventPosition | null, limit: number): Promise<EventSlice>;
  /** Counts events by type, and by quarter of an hour; this includes the events that `dropBefore` has removed. */
  totals(span: EventSpan): Promise<EventTotals>;
  /** Counts sessions and people, and lists those with the most events. */
  activity(span: EventSpan): Promise<EventActivity>;
  /** Lists the sources with the most sessions. */
  sources(span: EventSpan, by: SourceKind): Promise<SourceSum[]>;
  /** Counts the events of a type that came through each referral link. */
  countByLink(span: EventSpan, eventType: string): Promise<{ referral_link: string; events: number }[]>;
  /** Lists the people with events from these sources, each person once per source. */
  peopleOfSources(span: EventSpan, by: SourceKind, sources: readonly string[]): AsyncIterable<SourcePerson[]>;
  /**
   * Counts the people who reached each of the steps in order, by the rules of `funnel-rules.ts`.
   * @param withinMs the longest time from the first step to the last; null for no limit
   */
  steps(span: EventSpan, steps: readonly EventStep[], withinMs: number | null): Promise<StepReached[]>;
  /**
   * Counts people by the combination of weeks in which they have events.
   * @param starts the start of each week, and the end of the last one
   */
  weeksOfPeople(games: Games, starts: readonly number[]): Promise<WeeksOfPeople[]>;
  /** Lists the UTC days that contain events, oldest first. Each day is given as its first instant. */
  days(from?: number): Promise<number[]>;
  /** Counts the events of a day that were ever stored, and those that `dropBefore` has removed. */
  countDay(day: number): Promise<DayCount>;
  /** Returns the number and a checksum of a day's events; two logs in which both are equal have the same events. */
  markOfDay(day: number): Promise<DayMark>;
  /**
   * Returns the next events of a UTC day, oldest first by (created_at, event_id); an empty list if no events are left.
   */
  pageOfDay(day: number, after: EventPosition | null): Promise<ArchivedEvent[]>;
  /**
   * Removes a person from their events and from the joined identities. It resolves when no file of the log contains the
   * old data. An interrupted call can be repeated.
   */
  eraseUser(erasure: EventErasure, now: number): Promise<ErasedEvents>;
  /** Removes events that were created before an instant, and keeps their counts. */
  dropBefore(before: number, now: number): Promise<number>;
  /** Resolves if the log can be read within 2 s. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface ReceivedEvent extends SdkEventItem {
  receivedAt: number;
}

export interface JoinedIdentity {
  game_id: string;
  anon_id: string;
  user_id: string;
  joined_at: number;
}

/** The number of removed events of a type that were created in a quarter of an hour. */
export interface RemovedCount {
  hour: number;
  game_id: string;
  event_type: string;
  event_sub_type: string;
  events: number;
}

export interface EventFilter {
  from?: number | undefined;
  to?: number | undefined;
  /** Limits the list to these games; null for all games. */
  games: Games;
  event_type?: string | undefined;
  event_sub_type?: string | undefined;
  /** True for landings only, false for all other events. */
  landings?: boolean | undefined;
  session_id?: string | undefined;
  event_id?: string | undefined;
  /** Finds the user's events, and earlier ones under an anonymous ID that is joined to the user. */
  user_id?: string | undefined;
  anon_id?: string | undefined;
}

export type { EventPosition };

export interface EventRow {
  event_id: string;
  created_at: number;
  received_at: number;
  game_id: string;
  event_type: string;
  event_sub_type: string;
  session_id: string;
  anon_id: string | null;
  user_id: string | null;
  referral_link: string | null;
  /** The event as JSON, including the fields that have no column. */
  payload: string;
}

export interface EventSlice {
  rows: EventRow[];
  /** The position from which the next page continues; null after the last page. */
  next: EventPosition | null;
}

/** The period from `from` up to, but not including, `to`. */
export interface EventSpan {
  from: number;
  to: number;
  /** Limits the figures to these games; null for all games. */
  games: Games;
}

export interface EventTotals {
  types: { event_type: string; event_sub_type: string; events: string }[];
  /** `hour` is the start of a quarter of an hour. */
  hours: { hour: number; events: string }[];
}

export interface EventActivity {
  sessions: number;
  /** The number of people: users, joined users, and anonymous IDs that are not joined to a user. */
  users: number;
  /** The sessions and people with the most events. People without a known user are listed under their anonymous ID. */
  by_session: { session_id: string; events: number }[];
  by_user: { user_id: string; events: number }[];
}

/** What brought a session: the referral link of any of its events, or a UTM parameter of a landing. */
export type SourceKind = 'link' | Utm;

export interface SourceSum {
  source: string;
  sessions: number;
}
export interface SourcePerson {
  source: string;
  person: string;
}

/** The number of people with events in the same weeks; week n is bit n. */
export interface WeeksOfPeople {
  weeks: number;
  people: number;
}

/** A step of a funnel: events of a type, with any sub-type if `event_sub_type` is null. */
export interface EventStep {
  event_type: string;
  event_sub_type: string | null;
}

export interface DayCount {
  /** This count never decreases, because it includes removed events. */
  stored: number;
  removed: number;
}

export interface DayMark {
  events: number;
  /** The bitwise XOR of the event IDs as numbers. */
  ids: bigint;
}

export type ArchivedEvent = Pick<EventRow, 'event_id' | 'created_at' | 'received_at' | 'payload'>;

export interface AnonOfGame {
  game_id: string;
  anon_id: string;
}
type ErasableEvent = Pick<EventRow, 'game_id' | 'anon_id' | 'user_id' | 'referral_link' | 'payload'>;

export interface EventErasure {
  userId: string;
  /** The texts to search for in payloads and in links; null if the ID is too short to be searched for. */
  texts: { inPayload: string; inLink: string } | null;
  /**
   * Returns the event without the person's data, or null if it contains none.
   * @param anons the anonymous IDs that are joined to the user
   */
  change(event: ErasableEvent, anons: readonly AnonOfGame[]): Omit<ErasableEvent, 'game_id'> | null;
  /** Called with the days whose events are about to change, so that the archives of these days are written again. */
  beforeChange?(days: readonly number[]): Promise<void>;
}

export interface ErasedEvents {
  events: number;
  identities: number;
}
