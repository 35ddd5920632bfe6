import type { SdkEventItem } from '../../domain/events/sdk-event.ts';

/**
 * The form in which an event is sent to SQLite's writer thread: copying a list takes half the time of copying an
 * object.
 */
export type EventRow = ReturnType<typeof eventRow>;

export const eventRow = (event: SdkEventItem) =>
  [
    event.eventId,
    event.createdAt,
    event.gameId,
    event.eventType,
    event.eventSubType,
    event.sessionId,
    event.anonId,
    event.userId,
    event.referralLink,
    event.payload,
    event.violations,
  ] as const;

export const eventOf = ([
  eventId,
  createdAt,
  gameId,
  eventType,
  eventSubType,
  sessionId,
  anonId,
  userId,
  referralLink,
  payload,
  violations,
]: EventRow): SdkEventItem => ({
  eventId,
  createdAt,
  gameId,
  eventType,
  eventSubType,
  sessionId,
  anonId,
  userId,
  referralLink,
  payload,
  ...(violations && { violations }),
});
