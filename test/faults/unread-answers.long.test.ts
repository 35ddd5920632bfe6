import { afterEach, expect, it } from 'vitest';
import { spawnDaemon, testDatabase } from '../support/world/daemon.ts';
import { prepare } from './daemon-kills.ts';
import { judgeUnread, neverRead } from './unread-answers.ts';

const SOCKETS = 5000;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

// If all clients have one address, most are refused; with five addresses, the daemon accepts them all.
it.each([1, 5])(
  `${SOCKETS} clients that never read are disconnected, and redeems continue (client addresses: %i)`,
  { timeout: 120_000 },
  async (addresses) => {
    const storage = await testDatabase('sqlite');
    const serverKey = await prepare(storage);
    const { url, end } = await spawnDaemon(storage.url, { REDEEMD_MAX_CONNECTIONS_PER_ADDRESS: '1000' });
    closing.push(storage.drop, () => end('SIGKILL'));
    const facts = await neverRead({ url, serverKey, sockets: SOCKETS, files: 8, addresses, watchMs: 35_000 });
    console.info(addresses, facts);
    expect(judgeUnread(facts)).toEqual([]);
  },
);
