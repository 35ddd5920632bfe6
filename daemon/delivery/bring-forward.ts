import type { Database } from '../db/database.ts';
import { bringMessages, bringTries, listMessagesAhead, listTriesAhead } from './far-ahead-store.ts';

const MOST = 400;

/**
 * Makes messages and attempts due if they would wait for longer than allowed. Either the clock that wrote them was
 * ahead, or the current clock was set back.
 */
export async function bringForward(db: Database, now: number, signal: AbortSignal): Promise<void> {
  for (const { list, bring } of [
    { list: listMessagesAhead, bring: bringMessages },
    { list: listTriesAhead, bring: bringTries },
  ])
    for (let isFull = true; isFull && !signal.aborted; ) {
      const ids = await db.read((handle) => list(handle, now, MOST));
      if (ids.length > 0) await db.write((handle) => bring(handle, ids, now));
      isFull = ids.length >= MOST;
    }
}
