/** Local storage with a prefix for the game. A value that it rejects is kept in memory until the page closes. */
export interface KeyStorage {
  get(key: string): string | null;
  /** Returns the JSON object stored under a key; `{}` if there is none or it is not JSON. */
  read<T extends object>(key: string): Partial<T>;
  set(key: string, value: string | null): void;
  /** Returns the keys with this prefix. */
  keys(start: string): string[];
  clear(): void;
}

export function createStorage(gameId: string, isServer?: boolean, isOut?: () => boolean): KeyStorage {
  const memory = new Map<string, string>();
  const prefix = `service_sdk.${gameId}.`;
  // If storage is blocked, even reading `localStorage` throws.
  const disk = () => (!isServer && globalThis.localStorage) as Storage;
  const get = (key: string) => {
    try {
      return memory.get(key) ?? disk().getItem(prefix + key);
    } catch {
      return null;
    }
  };
  const set = (key: string, value: string | null) => {
    // A response to an earlier request may arrive after the player opted out.
    if (value !== null && key !== 'out' && isOut?.()) return;
    memory.delete(key);
    try {
      if (value === null) disk().removeItem(prefix + key);
      else disk().setItem(prefix + key, value);
      // Some browsers accept a value but do not store it.
      if (disk().getItem(prefix + key) !== value) throw key;
    } catch {
      if (value !== null) memory.set(key, value);
    }
  };
  const keys = (start: string) => {
    try {
      return Object.keys(disk()).flatMap((key) => (key.startsWith(prefix + start) ? key.slice(prefix.length) : []));
    } catch {
      return [];
    }
  };
  return {
    get,
    set,
    keys,
    read(key) {
      try {
        return JSON.parse(get(key) ?? '') ?? {};
      } catch {
        return {};
      }
    },
    clear() {
      memory.clear();
      for (const key of keys('')) set(key, null);
    },
  };
}
