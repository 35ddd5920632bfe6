import type { Asked } from '../faults/fault-proxy.ts';

// Judges from outside which events were lost or duplicated and which requests came too early.

/** An event as the receiver stored it. Each event of a scenario has its own mark. */
export interface Stored {
  mark: string;
  /** Set if the receiver stores the event's ID. */
  eventId?: string;
  createdAt?: number;
}

export interface Verdict {
  /** The calls whose events were never stored. */
  lost: string[];
  /** The lost calls whose promise the SDK had resolved. */
  lostResolved: string[];
  /** Events that were stored more than once, with one entry for each extra time. */
  duplicates: string[];
  /** Events that were stored but never created. */
  unknown: string[];
}

export function judge(made: readonly string[], resolved: ReadonlySet<string>, stored: readonly Stored[]): Verdict {
  const marks = stored.map(({ mark }) => mark);
  const [there, known] = [new Set(marks), new Set(made)];
  const lost = made.filter((mark) => !there.has(mark));
  return {
    lost,
    lostResolved: lost.filter((mark) => resolved.has(mark)),
    duplicates: repeats(marks),
    unknown: [...there].filter((mark) => !known.has(mark)),
  };
}

/** Returns the requests that arrived during the `Retry-After` of an earlier response. */
export function insideRetryAfter(requests: readonly Asked[]): Asked[] {
  const pauses = requests.flatMap(({ answeredAt, retryAfter }) =>
    // A request that was already on its way does not count, nor do a timer's last few milliseconds.
    answeredAt === null || retryAfter === null
      ? []
      : [{ from: answeredAt + 50, to: answeredAt + retryAfter * 1000 - 20 }],
  );
  return requests.filter(({ at }) => pauses.some(({ from, to }) => at > from && at < to));
}

export const requestsBetween = (requests: readonly Asked[], from: number, to: number): number =>
  requests.filter(({ at }) => at >= from && at < to).length;

/** Returns the IDs of a scenario's events in successful requests. Exactly these must be stored. */
export function idsSent(requests: readonly Asked[]): string[] {
  const taken = requests
    .filter(({ method, status }) => method === 'POST' && status === 200)
    .flatMap(({ body }) => eventsIn(body));
  const ours = taken.filter(({ event }) => typeof event.event_details?.mark === 'string');
  return [...new Set(ours.map(({ event_id }) => event_id))];
}

interface SentEvent {
  event_id: string;
  event: { event_details?: { mark?: unknown } };
}
const eventsIn = (body: Buffer): SentEvent[] => JSON.parse(body.toString()).events;

function repeats(marks: readonly string[]): string[] {
  const seen = new Set<string>();
  return marks.filter((mark) => seen.size === seen.add(mark).size);
}
