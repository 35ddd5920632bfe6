import type { SdkEventItem } from '../../../daemon/domain/events/sdk-event.ts';
import type { StepReached } from '../../../daemon/domain/events/step-times.ts';
import type { EventSpan, EventStep } from '../../../daemon/event-log/event-log.ts';

export interface Identity {
  game_id: string;
  anon_id: string;
  user_id: string;
}

type Item = Pick<SdkEventItem, 'eventId' | 'createdAt' | 'gameId' | 'eventType' | 'eventSubType' | 'anonId' | 'userId'>;

/** Returns the events in a span, grouped by person, oldest first. */
export function eventsOfPeople<T extends Item>(
  items: readonly T[],
  identities: readonly Identity[],
  { from, to, games }: EventSpan,
): Map<string, T[]> {
  const joined = new Map(identities.map((row) => [`${row.game_id} ${row.anon_id}`, row.user_id]));
  const people = new Map<string, T[]>();
  const within = items
    .filter(({ createdAt, gameId }) => createdAt >= from && createdAt < to && (games?.includes(gameId) ?? true))
    .sort((a, b) => a.createdAt - b.createdAt || (a.eventId < b.eventId ? -1 : 1));
  for (const item of within) {
    const person = item.userId ?? joined.get(`${item.gameId} ${item.anonId}`) ?? item.anonId;
    if (person !== null) people.set(person, [...(people.get(person) ?? []), item]);
  }
  return people;
}

/** Computes a funnel by trying every chain of events of each person. */
export function stepsByHand(
  people: ReadonlyMap<string, readonly Item[]>,
  steps: readonly EventStep[],
  withinMs: number | null,
): StepReached[] {
  const times = steps.map((_, step) => [...people.values()].flatMap((own) => timeOf(own, steps, step, withinMs) ?? []));
  return times.map((took, step) => {
    const quantile = (share: number) =>
      step === 0 ? null : shortest(took, (time) => took.filter((other) => other <= time).length > share * took.length);
    return { users: took.length, median_ms: quantile(0.5), p90_ms: quantile(0.9) };
  });
}

const shortest = (times: readonly number[], isEnough: (time: number) => boolean): number | null =>
  [...times].sort((a, b) => a - b).find(isEnough) ?? null;

const isStep = (event: Item, step: EventStep | undefined) =>
  event.eventType === step?.event_type && (step.event_sub_type ?? event.eventSubType) === event.eventSubType;

/** Returns how long a person took to reach a step from the previous one; undefined if the person never reached it. */
function timeOf(own: readonly Item[], steps: readonly EventStep[], step: number, withinMs: number | null) {
  for (const [end, event] of own.entries()) {
    if (!isStep(event, steps[step])) continue;
    if (step === 0) return 0;
    const chains = own.flatMap((first, begin) => {
      if (event.createdAt - first.createdAt > (withinMs ?? Number.POSITIVE_INFINITY)) return [];
      const before = instantOf(own.slice(begin, end), steps.slice(0, step));
      return before === undefined ? [] : [{ start: first.createdAt, before }];
    });
    // The chain with the newest first event counts. The time runs from the earliest event after it that completes the
    // previous step.
    const newest = Math.max(...chains.map(({ start }) => start));
    const ends = chains.filter(({ start }) => start === newest).map(({ before }) => before);
    if (ends.length > 0) return event.createdAt - Math.min(...ends);
  }
  return undefined;
}

/** Returns when these events complete the steps, which must begin with the first event; undefined if they do not. */
function instantOf(events: readonly Item[], steps: readonly EventStep[]): number | undefined {
  if (!events[0] || !isStep(events[0], steps[0])) return undefined;
  let done = 0;
  for (const event of events) {
    if (!isStep(event, steps[done])) continue;
    done += 1;
    if (done === steps.length) return event.createdAt;
  }
  return undefined;
}
