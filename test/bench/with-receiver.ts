import { join } from 'node:path';
import { start } from './bench-daemon.ts';
import { onEachDatabase } from './on-each-database.ts';

export const LOOPBACK_OPEN = { REDEEMD_ALLOW_PRIVATE_WEBHOOKS: '127.0.0.0/8' };

/** Measures with `onEachDatabase`, and with a receiver of webhooks on loopback. */
export async function withReceiver<Figures>(
  measureOn: (name: string, database: string, receiverUrl: string) => Promise<Figures>,
): Promise<Figures[]> {
  const receiver = await start([join(process.cwd(), 'test/bench/receive-http.mjs')]);
  try {
    return await onEachDatabase((name, database) => measureOn(name, database, receiver.url));
  } finally {
    await receiver.stop();
  }
}
