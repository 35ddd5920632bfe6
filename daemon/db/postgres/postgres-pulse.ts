import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { endsInTime } from '../../lib/patience.ts';
import { Unavailable } from '../../lib/unavailable.ts';
import { ReadOnly, type Servers, Unreachable } from './postgres-servers.ts';

/** Their sum is the time to notice an outage: less than the two seconds in which the daemon answers every request. */
export const LOOK_MS = 300;
const PATIENCE_MS = 1200;

export interface Pulse {
  /** The result of the work, or 503 at once where Postgres does not answer, or stops answering before the work ends. */
  whileAlive<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Asks on a connection of its own whether Postgres answers at all, and takes writes. A statement may well take seconds;
 * but a server that does not answer this question is gone, and so are all connections to it, although no packet
 * reports it. A primary that was made a standby answers, yet every connection to it is as good as gone.
 * @param first a connection to the server in use
 * @param cut called each time Postgres stops answering or taking writes, and when it does so again
 */
export function feelPulse(servers: Servers, first: pg.Client, cut: () => void): Pulse {
  const giveUps = new Set<(fault: unknown) => void>();
  const closing = new AbortController();
  let fault: unknown = null;

  const lose = (error: unknown) => {
    const wasLost = fault !== null;
    // The last reason says most: first the connection breaks, then no server takes a new one.
    fault = new Unavailable(error);
    if (wasLost) return;
    cut();
    for (const giveUp of giveUps) giveUp(fault);
  };
  const pause = () => sleep(LOOK_MS, undefined, { ref: false, signal: closing.signal }).catch(() => {});
  /** Runs until the connection is lost. That alone is no outage: the server may accept a new connection. */
  const beat = async (client: pg.Client) => {
    while (!closing.signal.aborted) {
      await answers(servers.check(client));
      // A connection made during the outage may lead to a server that was the primary before.
      if (fault !== null) cut();
      fault = null;
      await pause();
    }
  };
  const run = async () => {
    let client: pg.Client | null = first;
    while (!closing.signal.aborted) {
      try {
        client ??= await servers.connect('redeemd pulse');
        await beat(client);
      } catch (error) {
        if (isOutage(error)) lose(error);
        if (!client) await pause();
        destroy(client);
        client = null;
      }
    }
    destroy(client);
  };
  const running = run();
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

/** A server that refuses a connection with a reason is alive, and a connection of the pulse alone may break. */
const isOutage = (error: unknown) =>
  error instanceof Silence || error instanceof ReadOnly || (error instanceof Unreachable && !error.isAlive);

async function answers(asked: Promise<void>): Promise<void> {
  if (!(await endsInTime(PATIENCE_MS, asked))) throw new Silence(`Postgres did not answer for ${PATIENCE_MS} ms`);
  await asked;
}

/** Closes the socket without the protocol's goodbye, for which pg would wait. */
export function destroy(client: pg.ClientBase | null): void {
  const { connection } = (client ?? {}) as { connection?: { stream: { destroy(): void } } };
  connection?.stream.destroy();
}
