/** A waiting event, as the JSON text that will be sent. */
export interface Waiting {
  id: string;
  text: string;
  /** Whether the event's time comes from this machine's clock, whose offset is not known yet. */
  raw?: boolean;
}

/** Events on disk, oldest first. Every call rejects if storing is impossible. */
export interface Store {
  /** Resolves once the events are committed. */
  put(events: Waiting[]): Promise<unknown>;
  read(limit: number): Promise<Waiting[]>;
  remove(ids: string[]): Promise<unknown>;
  count(): Promise<number>;
  clear(): Promise<unknown>;
}

const OPEN_MS = 5000;

export function createStore(gameId: string, isOut?: () => boolean): Store {
  let opened: Promise<IDBDatabase> | undefined;
  const open = () =>
    (opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(`service_sdk.${gameId}`, 1);
      request.onupgradeneeded = () => request.result.createObjectStore('events', { keyPath: 'id' });
      request.onsuccess = () => resolve(request.result);
      request.onerror = reject;
      // Some browsers never respond in their private mode.
      setTimeout(reject, OPEN_MS);
    }));
  const close = () => {
    void opened?.then((db) => db.close()).catch(() => {});
    opened = undefined;
  };

  const attempt = async <T>(mode: IDBTransactionMode, act: (events: IDBObjectStore) => IDBRequest<T> | undefined) => {
    const db = await open();
    // A newer version of the SDK in another tab must not wait for this tab.
    db.onversionchange = close;
    return new Promise<T>((resolve, reject) => {
      // Committed events survive if the browser is killed. Only a power cut can lose those of the last second.
      const transaction = db.transaction('events', mode, { durability: 'relaxed' });
      const request = act(transaction.objectStore('events'));
      transaction.oncomplete = () => resolve(request?.result as T);
      transaction.onabort = reject;
      transaction.commit?.();
    });
  };
  // The browser may close the connection, for example when the player clears site data.
  const run: typeof attempt = (mode, act) =>
    attempt(mode, act).catch(() => {
      close();
      return attempt(mode, act);
    });

  return {
    put: (waiting) =>
      run('readwrite', (events) => {
        if (!isOut?.()) for (const event of waiting) events.put(event);
        return undefined;
      }),
    read: (limit) => run('readonly', (events) => events.getAll(null, limit)),
    remove: (ids) =>
      run('readwrite', (events) => {
        for (const id of ids) events.delete(id);
        return undefined;
      }),
    count: () => run('readonly', (events) => events.count()),
    clear: () => run('readwrite', (events) => events.clear()),
  };
}
