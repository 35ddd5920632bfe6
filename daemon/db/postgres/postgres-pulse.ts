import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { endsInTime } from '../../lib/patience.ts';
import { Unavailable } from '../../lib/unavailable.ts';
import { ReadOnly, type Servers, Unreachable } from './postgres-servers.ts';

/** The sum of these is the time to detect an outage, which must be less than the response limit of two seconds. */
export const POLL_MS = 300;
const PATIENCE_MS = 1200;

export interface Pulse {
  /** Returns the result of `work`, or rejects with 503 as soon as Postgres is known not to respond. */
  whileAlive<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Checks over its own connection whether Postgres responds and accepts writes. A statement may take seconds, but if a
 * server does not respond to this check, all connections to it count as lost. So do the connections to a primary that
 * has become a standby, even though it responds.
 * @param first a connection to the server in use
 * @param cut runs when an outage begins and when it ends
 */
export function feelPulse(servers: Servers, first: pg.Client, cut: () => void): Pulse {
  const giveUps = new Set<(fault: unknown) => void>();
  const closing = new AbortController();
  let fault: unknown = null;

  const lose = (error: unknown) => {
    const wasLost = fault !== null;
    // The latest reason is the most useful: it says why no server accepts a new connection, not just that the previous
    // connection broke.
    fault = new Unavailable(error);
    if (wasLost) return;
    cut();
    for (const giveUp of giveUps) giveUp(fault);
  };
  const pause = () => sleep(POLL_MS, undefined, { ref: false, signal: closing.signal }).catch(() => {});
  /** Runs until the connection is lost. A lost connection alone is no outage: the server may accept a new one. */
  const beat = async (client: pg.Client) => {
    while (!closing.signal.aborted) {
      await answers(servers.check(client));
      // A connection opened during the outage may lead to the previous primary.
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

/** A server that refuses a connection with a reason is alive, so only the pulse's own connection is broken. */
const isOutage = (error: unknown) =>
  error instanceof Silence || error instanceof ReadOnly || (error instanceof Unreachable && !error.isAlive);

async function answers(asked: Promise<void>): Promise<void> {
  if (!(await endsInTime(PATIENCE_MS, asked))) throw new Silence(`Postgres did not respond for ${PATIENCE_MS} ms`);
  await asked;
}

/** Closes the socket at once: pg would send a termination message first and wait until it is sent. */
export function destroy(client: pg.ClientBase | null): void {
  const { connection } = (client ?? {}) as { connection?: { stream: { destroy(): void } } };
  connection?.stream.destroy();
}
