import { startOfQuarter } from '../../lib/clock.ts';

/** An SDK event that passed its checks. */
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
  /** The event as it was sent. */
  payload: string;
}

export interface IngestOutcome {
  duplicate: boolean;
}

/** The anonymous id that an event with a user joins to this user, or null. */
export function joinOf(event: SdkEventItem): { gameId: string; anonId: string; userId: string } | null {
  const { gameId, anonId, userId } = event;
  return anonId !== null && userId !== null && anonId !== userId ? { gameId, anonId, userId } : null;
}

/** Events of one type in one quarter of an hour. */
export interface EventCount {
  gameId: string;
  eventType: string;
  eventSubType: string;
  /** When the quarter begins. */
  hour: number;
  events: number;
}

/** Counts stored events by type and by the quarter of an hour in which they were created. */
export function createEventCounts() {
  const counts = new Map<string, EventCount>();
  return {
    add({ gameId, eventType, eventSubType, createdAt }: SdkEventItem) {
      const hour = startOfQuarter(createdAt);
      // Clients choose the types, which may contain any character; the lengths keep the parts apart.
      const key = `${hour} ${gameId} ${eventType.length} ${eventType} ${eventSubType}`;
      const count = counts.get(key);
      if (count) count.events += 1;
      else counts.set(key, { gameId, eventType, eventSubType, hour, events: 1 });
    },
    all: () => [...counts.values()],
  };
}
