import { hostname } from 'node:os';
import pg from 'pg';
import { sha256Hex } from '../../lib/secrets.ts';
import { destroy } from './postgres-pulse.ts';
import type { Servers } from './postgres-servers.ts';

const SLOTS = 64;
/** The first key of each slot's advisory lock, which no other lock in the database uses. The second key is the slot. */
const SLOT_LOCKS = 0x72656465;
const RETRY_MS = 1000;

export interface Slot {
  /** Returns the slot. It can change if the connection was lost and another daemon has since taken the number. */
  current(): number;
  /** Closes the connection to a server that does not respond, and connects again. */
  reconnect(): void;
  close(): Promise<void>;
}

/**
 * Acquires the number under which this daemon writes its counter rows, so that daemons never wait for each other's
 * rows. A session lock on a separate connection holds the number; two daemons with the same number would only be
 * slower. Behind a pooler no session lasts, so the number is derived from the host and the process.
 */
export async function holdSlot(servers: Pick<Servers, 'url' | 'isPooled'>): Promise<Slot> {
  let slot = numberByChance();
  if (servers.isPooled()) return { current: () => slot, reconnect() {}, async close() {} };
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  const tryAgain = () => {
    clearTimeout(retry);
    if (!closed) retry = setTimeout(() => void connect().catch(tryAgain), RETRY_MS).unref();
  };
  const connect = async () => {
    const next = new pg.Client({
      connectionString: servers.url(),
      connectionTimeoutMillis: 2000,
      query_timeout: 2000,
      keepAlive: true,
      application_name: 'redeemd slot',
    });
    let held = false;
    next.on('error', () => {});
    next.on('end', () => {
      if (held) tryAgain();
    });
    try {
      await next.connect();
      const free = await firstFree(next);
      if (closed) return await next.end();
      slot = free ?? slot;
      client = next;
      held = true;
    } catch (error) {
      next.end().catch(() => {});
      throw error;
    }
  };

  await connect();
  return {
    current: () => slot,
    reconnect: () => destroy(client),
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end().catch(() => {});
    },
  };
}

const numberByChance = () => Number.parseInt(sha256Hex(`${hostname()} ${process.pid}`).slice(0, 8), 16) % SLOTS;

/** Returns null if every slot is taken. */
async function firstFree(client: pg.Client): Promise<number | null> {
  for (let slot = 0; slot < SLOTS; slot += 1) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1, $2) AS held', [SLOT_LOCKS, slot]);
    if (rows[0]?.held) return slot;
  }
  return null;
}
