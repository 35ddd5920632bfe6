import { createChance } from '../../../daemon/demo/chance.ts';
import type { SdkEventItem } from '../../../daemon/domain/events/sdk-event.ts';
import { DAY_MS, isoInstant } from '../../../daemon/lib/clock.ts';

const hex = (random: () => number, digits: number) =>
  Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('');
const uuid = (random: () => number) =>
  `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-a${hex(random, 3)}-${hex(random, 12)}`;

const GAMES = ['game', `o'ther\\game`];
export const TYPES = ['session_created', 'shop', 'level', 'purchase', `it's "odd"\t\\`];
export const SUB_TYPES = ['opened', 'closed', 'ü'];
const LINKS = [null, null, null, '', 'https://example.com/?link=a', 'summer', `win'ter\n`];
/** The number of different creation times. There are more events than times, so events share them. */
const TICKS = 3000;

export interface Generation {
  seed: number;
  events: number;
  /** The end of the three days in which the events were created. */
  end: number;
}

/**
 * Creates events of people who sign in after some events, share devices, and play two games. Some events have the same
 * time, and a few have a time before 1970.
 */
export function generateEvents({ seed, events, end }: Generation): SdkEventItem[] {
  const random = createChance(seed).next;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const people = Math.max(3, Math.floor(events / 25));
  const sessions = Array.from({ length: people * 2 }, () => uuid(random));
  return Array.from({ length: events }, () => {
    const person = Math.floor(random() ** 2 * people);
    const device = `anon_${random() < 0.1 ? Math.floor(person / 2) : person}`;
    const anonId = random() < 0.9 ? device : null;
    const userId = anonId === null || random() < 0.4 ? `player-${person % Math.ceil(people / 1.5)}` : null;
    const isOld = random() < 0.002;
    const tick = (Math.floor(random() * TICKS) * 3 * DAY_MS) / TICKS;
    const createdAt = isOld ? -Math.floor(random() * 2 * DAY_MS) - 1 : end - 3 * DAY_MS + tick;
    const type = { eventType: pick(TYPES), eventSubType: pick(SUB_TYPES) };
    const sessionId = pick(sessions.slice(person * 2, person * 2 + 2));
    const ids = { eventId: uuid(random), gameId: pick(GAMES), sessionId, anonId, userId };
    return {
      ...ids,
      ...type,
      createdAt,
      referralLink: pick(LINKS),
      payload: payloadOf({ ...ids, ...type, createdAt }),
    };
  });
}

function payloadOf(item: Omit<SdkEventItem, 'payload' | 'referralLink'>): string {
  return JSON.stringify({
    event_type: item.eventType,
    event: { event_sub_type: item.eventSubType, event_details: { note: `"${item.sessionId}" ü \\ \n` } },
    game_id: item.gameId,
    created_at: isoInstant(item.createdAt),
    session_id: item.sessionId,
    event_id: item.eventId,
    ...(item.anonId === null ? {} : { anon_id: item.anonId }),
    user_details: { user_id: item.userId ?? item.anonId },
    app_details: { version: '1.0' },
    ...utmsOf(item.eventId),
  });
}

/** Some values are not strings, so they do not count as sources. */
const UTMS = ['spring', `o'clock "ü"\\`, 'summer', '', 5, null, ['spring'], undefined];
const utmsOf = (eventId: string) => {
  const value = UTMS[Number.parseInt(eventId.slice(0, 2), 16) % 10];
  return value === undefined ? {} : { utms: { utm_campaign: value, first_touch: { utm_campaign: 'other' } } };
};

/** Splits events into batches and adds repeats: in the same batch, in a later one, and whole batches. */
export function withRepeats(items: readonly SdkEventItem[], size: number): SdkEventItem[][] {
  const batches: SdkEventItem[][] = [];
  for (let at = 0; at < items.length; at += size) {
    const some = items.slice(at, at + size);
    const earlier = items.slice(0, at).filter((_, index) => index % 17 === 0);
    batches.push([...some, ...some.filter((_, index) => index % 11 === 0), ...earlier]);
    if (batches.length % 3 === 0) batches.push([...some]);
  }
  return batches;
}
