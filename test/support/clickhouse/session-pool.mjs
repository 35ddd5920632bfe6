/**
 * @typedef {object} Result
 * @property {number} elapsed in seconds
 * @property {number} rowsRead
 * @property {number} bytesRead
 * @property {() => Uint8Array} bytes
 * @property {{ rows: number, bytes: number }} [written]
 */
/**
 * @typedef {object} Session
 * @property {(sql: string, options?: { format: string }) => Promise<Result & { json: () => unknown }>} queryAsync
 * @property {(sql: string, params: object, options: { format: string }) => Promise<Result>} queryBindAsync
 * @property {(insert: object) => Promise<{ rowsWritten: number, bytesWritten: number, elapsed: number }>} insert
 * @property {() => void} close
 */

const MAX_SESSIONS = 12;

/**
 * Opens a pool of sessions. Two requests never use a session at the same time, because each session has its own
 * settings and runs one statement at a time. The pool prefers a session with the right settings, because changing them
 * costs a statement.
 * @param {new (folder: string) => Session} Session
 * @param {string} folder
 */
export function openPool(Session, folder) {
  /** @type {Session[]} */
  const all = [];
  /** @type {Session[]} */
  const idle = [];
  /** @type {((session: Session) => void)[]} */
  const waiting = [];
  const open = () => {
    const session = new Session(folder);
    all.push(session);
    return session;
  };
  /** @type {WeakMap<Session, string>} */
  const lastKind = new WeakMap();
  const take = (/** @type {string} */ kind) => {
    const at = idle.findLastIndex((session) => lastKind.get(session) === kind);
    const same = at < 0 ? undefined : idle.splice(at, 1)[0];
    const free = same ?? (all.length < MAX_SESSIONS ? open() : idle.pop());
    return free ?? new Promise((/** @type {(session: Session) => void} */ resolve) => waiting.push(resolve));
  };
  return {
    /**
     * @template T
     * @param {string} kind the same text for requests with the same settings
     * @param {(session: Session) => Promise<T>} work
     */
    async use(kind, work) {
      const session = await take(kind);
      lastKind.set(session, kind);
      try {
        return await work(session);
      } finally {
        const next = waiting.shift();
        if (next) next(session);
        else idle.push(session);
      }
    },
    /** Resolves when the statements in progress have ended; the engine hangs if a session closes during a statement. */
    async close() {
      await Promise.all(all.map(() => take('closing')));
      for (const session of all) session.close();
    },
  };
}
