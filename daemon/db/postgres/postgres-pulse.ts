import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Unavailable } from '../../lib/unavailable.ts';

/** Together they are how long an outage goes unnoticed: short of the two seconds in which every request has its answer. */
const LOOK_MS = 300;
const PATIENCE_MS = 1200;
const TICK_MS = 100;
const CONNECT_MS = 2000;

export interface Pulse {
  /** What the work gives, or 503 at once where Postgres does not answer, or stops answering before the work is done. */
  whileAlive<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Feels on a connection of its own whether Postgres answers at all. A statement may well take seconds; a server that
 * does not even answer an empty one is gone, and so are the connections to it, although no packet will ever say so.
 * @param onLost told each time it stops answering
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
  /** Until the connection is lost, which by itself is no outage: whoever cut it may take another. */
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
        // A server that says why it lets nobody in is there.
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

/** Waits in ticks: while this process itself stands still, the server is not given up. */
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

/** Without a farewell, for which it would wait. */
export function destroy(client: pg.ClientBase | null): void {
  const { connection } = (client ?? {}) as { connection?: { stream: { destroy(): void } } };
  connection?.stream.destroy();
}
