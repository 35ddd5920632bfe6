import { startOfUtcDay } from '../../lib/clock.ts';
import { compare } from '../../lib/compare.ts';
import type { SdkEventItem, Violation } from './sdk-event.ts';

/** The parts of an event that a plan describes. */
export interface PlannedEvent {
  gameId: string;
  eventType: string;
  eventSubType: string;
  details: Record<string, unknown> | undefined;
  /** The length of the event as JSON. */
  length: number;
}

/** Returns where an event does not fit the plan of its game. */
export type FindViolations = (event: PlannedEvent) => readonly Violation[];

/** The number of events of a type on one day that have the same violation. */
export interface ViolationCount extends Violation {
  day: number;
  gameId: string;
  eventType: string;
  eventSubType: string;
  events: number;
  /** The newest of these events, and when it was created. */
  lastEventId: string;
  lastAt: number;
}

const NONE: readonly Violation[] = [];

/** Counts the violations of stored events, sorted by day, game, type, sub-type, field and fault. */
export function countViolations(events: readonly SdkEventItem[]): ViolationCount[] {
  const counts = new Map<string, ViolationCount>();
  for (const { gameId, eventType, eventSubType, eventId, createdAt, violations } of events)
    for (const violation of violations ?? NONE) {
      const day = startOfUtcDay(createdAt);
      const key = JSON.stringify([day, gameId, eventType, eventSubType, violation.field, violation.fault]);
      const last = { lastEventId: eventId, lastAt: createdAt };
      const count = counts.get(key);
      if (!count) counts.set(key, { ...violation, day, gameId, eventType, eventSubType, events: 1, ...last });
      else {
        count.events += 1;
        if (createdAt >= count.lastAt) Object.assign(count, last);
      }
    }
  return [...counts].sort(([a], [b]) => compare(a, b)).map(([, count]) => count);
}
