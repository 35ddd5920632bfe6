import type { Database } from '../../db/database.ts';
import type { ErasedEvents, EventLog } from '../../event-log/event-log.ts';
import { noteErasures } from '../event-archive/archive-store.ts';
import { anonKey, type Erasure, eraseEvent, inJson, isDistinct, isSameEvent } from './erasure-rules.ts';

/** Removes the user from the events and identities in an event log, by the same rules as for events in the database. */
export function eraseFromLog(db: Database, eventLog: EventLog, erasure: Erasure, now: number): Promise<ErasedEvents> {
  const { userId } = erasure;
  return eventLog.eraseUser(
    {
      userId,
      texts: isDistinct(userId) ? { inPayload: inJson(userId), inLink: userId } : null,
      change(event, anons) {
        const keys = new Set(anons.map(({ game_id, anon_id }) => anonKey(game_id, anon_id)));
        const change = eraseEvent(event, keys, erasure);
        return isSameEvent(event, change) ? null : change;
      },
      beforeChange: (days) => db.write((handle) => noteErasures(handle, days)),
    },
    now,
  );
}
