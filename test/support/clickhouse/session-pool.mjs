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
 * Runs each request in a session of its own, because a session has settings and runs one statement at a time.
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
  const take = () => {
    const free = idle.pop() ?? (all.length < MAX_SESSIONS ? open() : undefined);
    return free ?? new Promise((/** @type {(session: Session) => void} */ resolve) => waiting.push(resolve));
  };
  return {
    /**
     * @template T
     * @param {(session: Session) => Promise<T>} work
     */
    async use(work) {
      const session = await take();
      try {
        return await work(session);
      } finally {
        const next = waiting.shift();
        if (next) next(session);
        else idle.push(session);
      }
    },
    close: () => {
      for (const session of all) session.close();
    },
  };
}
