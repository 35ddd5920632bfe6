import type { ViolationFault } from '../../contract/words.ts';
import { startOfQuarter } from '../../lib/clock.ts';

/** A field of an event that does not fit the tracking plan. */
export interface Violation {
  /** A JSON pointer into the details; empty for an unknown type or sub-type. */
  field: string;
  fault: ViolationFault;
}

/** A validated SDK event. */
export interface SdkEventItem {
  eventId: string;
  createdAt: number;
  gameId: string;
  eventType: string;
  eventSubType: string;
  sessionId: string;
  anonId: string | null;
  userId: string | null;
  referralLink: string | null;
  /** The event as JSON text. */
  payload: string;
  /** Where the event does not fit the tracking plan of its game; absent if it fits or there is no plan. */
  violations?: readonly Violation[];
}

/** Whether an event has already been stored. */
export type IsRepeat = boolean;

/** Returns the anonymous ID and the user that the event joins; null if it joins none. */
export function joinOf(event: SdkEventItem): { gameId: string; anonId: string; userId: string } | null {
  const { gameId, anonId, userId } = event;
  return anonId !== null && userId !== null && anonId !== userId ? { gameId, anonId, userId } : null;
}

/** The number of events of one type in one quarter of an hour. */
export interface EventCount {
  gameId: string;
  eventType: string;
  eventSubType: string;
  /** The start of the quarter of an hour. */
  hour: number;
  events: number;
}

/** Creates counts of stored events by type and by the quarter of an hour of their `created_at`. */
export function createEventCounts() {
  const counts = new Map<string, EventCount>();
  return {
    add({ gameId, eventType, eventSubType, createdAt }: SdkEventItem) {
      const hour = startOfQuarter(createdAt);
      // Clients choose types and sub-types, which may contain any character, so the key includes the type's length.
      const key = `${hour} ${gameId} ${eventType.length} ${eventType} ${eventSubType}`;
      const count = counts.get(key);
      if (count) count.events += 1;
      else counts.set(key, { gameId, eventType, eventSubType, hour, events: 1 });
    },
    all: () => [...counts.values()],
  };
}
