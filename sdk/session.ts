import { uuidV4 } from './ids.ts';
import type { KeyStorage } from './storage.ts';

/** The session and the anonymous ID. They are read again for each event, so that all tabs share one session. */
export interface Session {
  /** `at` is the time of an event. If it is not set, an idle session is neither ended nor continued. */
  current(at?: number): { sessionId: string; anonId: string };
  forget(): void;
}

export function createSession(storage: KeyStorage, idleMs?: number): Session {
  const get = (key: string, prefix = '') => {
    const kept = storage.get(key);
    if (kept && /^(anon_)?[\da-f-]{36}$/.test(kept)) return kept;
    const made = prefix + uuidV4();
    storage.set(key, made);
    return made;
  };
  return {
    current(at) {
      if (idleMs && at) {
        if (at - Number(storage.get('seen') ?? at) > idleMs) storage.set('session_id', null);
        storage.set('seen', `${at}`);
      }
      return { sessionId: get('session_id'), anonId: get('anon_id', 'anon_') };
    },
    forget() {
      for (const key of ['session_id', 'anon_id', 'touch', 'told', 'identified']) storage.set(key, null);
    },
  };
}
