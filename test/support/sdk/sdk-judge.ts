import type { Asked } from '../faults/fault-proxy.ts';

// What is lost, what is there twice, who knocked too often: decided from what was seen from outside, never asked of an SDK.

/** An event as its receiver has it. Each event of a scenario carries a mark of its own. */
export interface Stored {
  mark: string;
  /** Where the receiver keeps them. */
  eventId?: string;
  createdAt?: number;
}

export interface Verdict {
  /** Of the calls made, those that never came to be stored. */
  lost: string[];
  /** Of those that the SDK had said are safe: its promise was resolved. */
  lostResolved: string[];
  /** Stored more than once: one for each time too many. */
  duplicates: string[];
  /** Stored, and never made. */
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

/** Requests that came while an earlier answer's `Retry-After` was still running. */
export function insideRetryAfter(requests: readonly Asked[]): Asked[] {
  const pauses = requests.flatMap(({ answeredAt, retryAfter }) =>
    // What was on its way when the answer went out is no breach, nor is a timer's last few milliseconds.
    answeredAt === null || retryAfter === null
      ? []
      : [{ from: answeredAt + 50, to: answeredAt + retryAfter * 1000 - 20 }],
  );
  return requests.filter(({ at }) => pauses.some(({ from, to }) => at > from && at < to));
}

export const requestsBetween = (requests: readonly Asked[], from: number, to: number): number =>
  requests.filter(({ at }) => at >= from && at < to).length;

/** The ids of a scenario's events in requests that were answered with success: these must be stored, and no others. */
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
