import { join } from 'node:path';
import { startPostgres } from '../support/world/postgres.ts';
import { start } from './bench-daemon.ts';
import { flag } from './fill.ts';

export const LOOPBACK_OPEN = { REDEEMD_ALLOW_PRIVATE_WEBHOOKS: '127.0.0.0/8' };

/** Measures on both databases (`--database=…`: on that one), with a receiver of messages on loopback. */
export async function withReceiver<Figures>(
  measureOn: (name: string, database: string, receiverUrl: string) => Promise<Figures>,
): Promise<Figures[]> {
  const receiver = await start([join(process.cwd(), 'test/bench/receive-http.mjs')]);
  const postgres = await startPostgres({ own: true });
  const figures: Figures[] = [];
  try {
    for (const [name, database] of [
      ['SQLite', 'sqlite'],
      ['Postgres', postgres.url],
    ] as const)
      if ((flag('database') ?? name) === name) figures.push(await measureOn(name, database, receiver.url));
  } finally {
    await postgres.stop();
    await receiver.stop();
  }
  return figures;
}
