import type { KeyPrincipal } from '../contract/route.ts';
import type { Database } from '../db/database.ts';
import { listLivingKeys, writeLastUses } from '../features/keys/keys-store.ts';
import { createFreshCopy } from '../lib/fresh-copy.ts';
import type { Log } from '../lib/log.ts';
import { sha256Hex } from '../lib/secrets.ts';
import { isOriginAllowed } from './cors.ts';

const REFRESH_MS = 500;
/**
 * A revoked key must fail within a second on every daemon, so keys in memory that are older than this are read again.
 */
const MAX_AGE_MS = 900;
const FLUSH_MS = 60_000;
const KEY_FORM = /^(sk|ck)_[0-9A-Za-z]{43}$/;

export interface KnownKey {
  principal: KeyPrincipal;
  allowedOrigins: readonly string[];
  expiresAt: number | null;
}

type KnownKeys = Map<string, KnownKey>;

export interface Keyring {
  /** Returns the valid key, or null. Throws if the database does not respond and the keys in memory are too old. */
  find(key: string, now: number): KnownKey | null | Promise<KnownKey | null>;
  /** Returns whether any valid client key allows this origin. It reads the database only before it returns false. */
  allowsOrigin(origin: string, now: number): Promise<boolean>;
  /** Marks the keys in memory as out of date. Call it after this daemon has changed a key. */
  invalidate(): void;
  /** Stores when each key was last used. */
  flush(): Promise<void>;
  stop(): void;
}

/** Keeps all valid keys in memory by their hash, so that a request costs no query. */
export function createKeyring(db: Database, log: Log): Keyring {
  const keys = createFreshCopy(
    new Map<string, KnownKey>(),
    async () => byHash(await db.read(listLivingKeys)),
    MAX_AGE_MS,
  );
  let lastUses = new Map<number, number>();
  const flush = async () => {
    if (lastUses.size === 0) return;
    const uses = [...lastUses].sort(([a], [b]) => a - b);
    lastUses = new Map();
    await db.write((handle) => writeLastUses(handle, uses));
  };
  const timers = [
    every(log, REFRESH_MS, 'The keys could not be read', keys.refreshIfIdle),
    every(log, FLUSH_MS, 'The times at which keys were last used could not be stored', flush),
  ];

  const use = (known: KnownKey | undefined, now: number) => {
    if (!known || isExpired(known, now)) return null;
    lastUses.set(known.principal.keyId, now);
    return known;
  };
  const findLate = async (copy: KnownKeys | Promise<KnownKeys>, hash: string, now: number) =>
    use((await copy).get(hash) ?? (await keys.refresh()).get(hash), now);

  return {
    find(key, now) {
      if (!KEY_FORM.test(key)) return null;
      const hash = sha256Hex(key);
      const copy = keys.fresh();
      const known = copy instanceof Map ? copy.get(hash) : undefined;
      return known ? use(known, now) : findLate(copy, hash, now);
    },
    async allowsOrigin(origin, now) {
      const isAllowed = () =>
        [...keys.current().values()].some(
          ({ principal, allowedOrigins, expiresAt }) =>
            principal.keyKind === 'client' && !isExpired({ expiresAt }, now) && isOriginAllowed(origin, allowedOrigins),
        );
      // A preflight alone grants no right, and browsers keep its result for hours, so outdated keys are good enough.
      if (isAllowed()) return true;
      await keys.refresh();
      return isAllowed();
    },
    invalidate: keys.invalidate,
    flush,
    stop() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

const every = (log: Log, ms: number, what: string, work: () => Promise<void>) =>
  setInterval(() => void work().catch((error) => log.warn(what, { error })), ms).unref();

const isExpired = ({ expiresAt }: Pick<KnownKey, 'expiresAt'>, now: number) => expiresAt !== null && now >= expiresAt;

const byHash = (living: Awaited<ReturnType<typeof listLivingKeys>>) =>
  new Map(
    living.map((row): [string, KnownKey] => [
      row.key_hash,
      {
        principal: {
          kind: 'key',
          keyId: row.key_id,
          familyId: row.family_id,
          keyKind: row.kind,
          gameId: row.game_id,
          scopes: row.scopes,
          isTest: row.is_test,
        },
        allowedOrigins: row.allowed_origins,
        expiresAt: row.expires_at,
      },
    ]),
  );
