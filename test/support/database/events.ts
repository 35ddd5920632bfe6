import { randomUUID } from 'node:crypto';
import type { Database } from '../../../daemon/db/database.ts';
import type { SdkEventItem } from '../../../daemon/domain/events/sdk-event.ts';
import { createHotStore } from '../../../daemon/hot/create-hot-store.ts';
import { isoInstant } from '../../../daemon/lib/clock.ts';

// Creates SDK events directly in the database.

export interface EventTerms {
  eventId?: string;
  userId?: string;
  anonId?: string;
  details?: Record<string, unknown>;
}

/** Returns an event as the daemon stores it, with the text that the SDK sends. */
export function sdkEventItem(createdAt: number, terms: EventTerms = {}): SdkEventItem {
  const { eventId = randomUUID(), userId = 'player', anonId, details = {} } = terms;
  const sessionId = randomUUID();
  const sent = {
    event_type: 'shop',
    event: { event_sub_type: 'opened', event_details: details },
    game_id: 'game',
    created_at: isoInstant(createdAt),
    session_id: sessionId,
    event_id: eventId,
    ...(anonId === undefined ? {} : { anon_id: anonId }),
    user_details: { user_id: userId },
    app_details: { version: '1.0' },
  };
  return {
    ...{ eventId, createdAt, sessionId, userId, anonId: anonId ?? null, referralLink: null },
    ...{ gameId: 'game', eventType: 'shop', eventSubType: 'opened', payload: JSON.stringify(sent) },
  };
}

export async function storeEvents(db: Database, items: readonly SdkEventItem[], now: number): Promise<void> {
  const hot = createHotStore(db);
  for (let at = 0; at < items.length; at += 1000) await hot.ingest(items.slice(at, at + 1000), now);
}
