import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Unavailable } from '../../lib/unavailable.ts';

/** Their sum is the time to notice an outage: less than the two seconds in which the daemon answers every request. */
const LOOK_MS = 300;
const PATIENCE_MS = 1200;
const TICK_MS = 100;
const CONNECT_MS = 2000;

export interface Pulse {
  /** The result of the work, or 503 at once where Postgres does not answer, or stops answering before the work ends. */
  whileAlive<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Checks on a connection of its own whether Postgres answers at all. A statement may well take seconds; but a server
 * that does not answer `SELECT 1` is gone, and so are all connections to it, although no packet reports it.
 * @param onLost called each time Postgres stops answering
 */
export async function feelPulse(url: string, onLost: () => void): Promise<Pulse> {
  const giveUps = new Set<(fault: unknown) => void>();
  const closing = new AbortController();
  let fault: unknown = null;

  const lose = (error: unknown) => {
    if (fault !== null) return;
    fault = new Unavailable(error);
    onLost();
    for (const giveUp of giveUps) giveUp(fault);
  };
  const pause = () => sleep(LOOK_MS, undefined, { ref: false, signal: closing.signal }).catch(() => {});
  /** Runs until the connection is lost. That alone is no outage: the server may accept a new connection. */
  const beat = async (client: pg.Client) => {
    while (!closing.signal.aborted) {
      await answers(client);
      fault = null;
      await pause();
    }
  };
  const run = async (first: pg.Client) => {
    let client: pg.Client | null = first;
    while (!closing.signal.aborted) {
      try {
        client ??= await connect(url);
        await beat(client);
      } catch (error) {
        // A server that refuses the connection with a reason is alive.
        if (error instanceof Silence || !(client || error instanceof pg.DatabaseError)) lose(error);
        if (!client) await pause();
        destroy(client);
        client = null;
      }
    }
    destroy(client);
  };
  const running = run(await connect(url));
  return {
    whileAlive(work) {
      if (fault !== null) return Promise.reject(fault);
      return new Promise((resolve, reject) => {
        giveUps.add(reject);
        work()
          .then(resolve, reject)
          .finally(() => giveUps.delete(reject));
      });
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}

class Silence extends Error {}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'redeemd pulse',
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Waits in ticks, so that a pause of this process itself does not count against the server. */
async function answers(client: pg.Client): Promise<void> {
  let answered = false;
  const asked = client.query('SELECT 1 AS pulse').then(() => {
    answered = true;
  });
  for (let waited = 0; waited < PATIENCE_MS && !answered; waited += TICK_MS)
    await Promise.race([asked, sleep(TICK_MS, undefined, { ref: false })]);
  asked.catch(() => {});
  if (!answered) throw new Silence(`Postgres did not answer for ${PATIENCE_MS} ms`);
}

/** Closes the socket without the protocol's goodbye, for which pg would wait. */
export function destroy(client: pg.ClientBase | null): void {
  const { connection } = (client ?? {}) as { connection?: { stream: { destroy(): void } } };
  connection?.stream.destroy();
}
