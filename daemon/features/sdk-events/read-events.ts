import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import { fieldFault } from '../../contract/field-faults.ts';
import { AppError } from '../../contract/refusals.ts';
import { decodeCursor, encodeCursor, type KeysetPage } from '../../db/query/keyset.ts';
import type { EventFilter, EventPosition, EventRow } from '../../event-log/event-log.ts';
import { isoInstant } from '../../lib/clock.ts';
import type { EventFigures } from './event-figures.ts';

type EventOut = AnswerOf<Endpoints['listEvents']>['data'][number];

export async function listEvents(
  figures: EventFigures,
  { cursor, limit, event_id, ...filter }: EventFilter & { cursor?: string | undefined; limit: number },
): Promise<KeysetPage<EventOut>> {
  const after = cursor === undefined ? null : positionOf(cursor);
  // IDs are stored in lower case.
  const { rows, next } = await figures.list({ ...filter, event_id: event_id?.toLowerCase() }, after, limit);
  return { data: rows.map(eventOut), next_cursor: next ? encodeCursor([next.created_at, next.event_id]) : null };
}

/** The ID is empty if the search stopped between two events. */
const EVENT_ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/;

function positionOf(cursor: string): EventPosition {
  const [created_at, event_id, ...rest] = decodeCursor(cursor);
  if (Number.isSafeInteger(created_at) && typeof event_id === 'string' && EVENT_ID.test(event_id) && rest.length === 0)
    return { created_at: created_at as number, event_id };
  throw new AppError({ code: 'invalid_request', errors: [fieldFault('#/query', ['cursor'], 'unknown_cursor')] });
}

/** Returns the event as it is stored. Fields from the client that have no column are in the payload. */
function eventOut({ payload, created_at, received_at, ...row }: EventRow): EventOut {
  const sent = JSON.parse(payload) as Partial<EventOut> & { event?: Pick<EventOut, 'event_details'> };
  return {
    ...row,
    created_at: isoInstant(created_at),
    received_at: isoInstant(received_at),
    event_details: sent.event?.event_details ?? null,
    user_details: sent.user_details ?? {},
    app_details: sent.app_details ?? {},
    utms: sent.utms ?? null,
  };
}
