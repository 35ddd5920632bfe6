import { chmodSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { verifyBooks } from '../support/database/verify-books.ts';
import { canMakeDisks, makeTestDisk, type TestDisk } from '../support/faults/test-disk.ts';
import { type DatabaseKind, type SpawnedDaemon, spawnDaemon } from '../support/world/daemon.ts';
import { freshDatabase, startPostgres, type TestPostgres } from '../support/world/postgres.ts';
import { until } from '../support/world/wait-until.ts';
import { ask, judgeKills, type KillFacts, noFacts, note, prepare, type Wish, withStored } from './daemon-kills.ts';

// The disk under the database fills up under load, and is then cleared again.

const WORKERS = 8;
const FULL_MS = 4000;

describe.skipIf(!canMakeDisks()).each<DatabaseKind>(['sqlite', 'postgres'])(
  'a daemon on %s with a full disk',
  (kind) => {
    const opened: (() => unknown)[] = [];
    afterEach(async () => {
      for (const close of opened.splice(0).reverse()) await close();
    });

    async function storageOn(disk: TestDisk): Promise<{ url: string; server: TestPostgres | null }> {
      if (kind === 'sqlite') return { url: `sqlite:${join(disk.path, 'redeem.db')}`, server: null };
      chmodSync(disk.path, 0o777);
      const { TMPDIR } = process.env;
      process.env.TMPDIR = disk.path;
      try {
        const server = await startPostgres({ own: true, settings: { max_wal_size: '64MB', min_wal_size: '32MB' } });
        opened.push(server.stop);
        return { url: (await freshDatabase(server.url)).url, server };
      } finally {
        if (TMPDIR === undefined) delete process.env.TMPDIR;
        else process.env.TMPDIR = TMPDIR;
      }
    }

    test('loses nothing that it acknowledged, reports the full disk, and continues automatically', {
      timeout: 300_000,
    }, async () => {
      const disk = makeTestDisk(kind === 'sqlite' ? 64 : 256) as TestDisk;
      opened.push(disk.remove);
      const { url, server } = await storageOn(disk);
      const key = await prepare({ url, drop: async () => {} });
      const daemon = await spawnDaemon(url);
      opened.push(() => daemon.end('SIGKILL'));
      const facts = noFacts();
      const unknown: Wish[] = [];
      const running = { on: true };
      opened.push(() => {
        running.on = false;
      });
      const workers = Array.from({ length: WORKERS }, (_, n) =>
        hammer(daemon.url, { key, n, facts, unknown, running }),
      );
      await until('some requests are acknowledged', () => facts.acknowledged.length > 100);

      const filler = fill(disk);
      await until('writes are refused', () => unknown.length > WORKERS);
      await sleep(FULL_MS);
      expect((await fetch(`${daemon.url}/readyz`)).status).toBe(503);
      const refused = unknown.length;

      rmSync(filler);
      // A Postgres server that cannot write its log exits, so the test restarts it, as an operator would.
      if (server && !(await isUp(server))) await server.restart?.('immediate');
      const before = facts.acknowledged.length;
      await until('writes are acknowledged again', () => facts.acknowledged.length > before + 100);
      await until('the daemon is ready', async () => (await fetch(`${daemon.url}/readyz`)).status === 200);
      running.on = false;
      await Promise.all(workers);
      for (const wish of unknown) note(facts, wish, await ask(daemon.url, key, wish));
      expect(daemon.stderr()).toMatch(/disk|space|full|FULL/);
      await end(daemon);

      expect(judgeKills({ ...(await withStored(url, facts)), startsMs: [] })).toEqual([]);
      expect(refused).toBeGreaterThan(WORKERS);
      await verifyBooks(url);
      process.stdout.write(
        `${kind}: ${facts.acknowledged.length} acknowledged, 0 lost, ${unknown.length} got 503 or no response\n`,
      );
    });
  },
);

/** Fills the rest of the disk, down to its last block. */
function fill(disk: TestDisk): string {
  const file = join(disk.path, 'filler');
  for (let size = 1 << 20; size >= 512; size >>= 1) {
    const { bavail, bsize } = statfsSync(disk.path);
    const room = bavail * bsize;
    for (let left = Math.floor(room / size); left > 0; left -= 1)
      try {
        writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
      } catch {
        break;
      }
  }
  return file;
}

async function isUp(server: TestPostgres): Promise<boolean> {
  const found = await freshDatabase(server.url).catch(() => null);
  await found?.drop();
  return found !== null;
}

const end = async (daemon: SpawnedDaemon) => expect(await daemon.end('SIGTERM')).toEqual({ code: 0, signal: null });

interface Hammering {
  key: string;
  n: number;
  facts: KillFacts;
  unknown: Wish[];
  running: { on: boolean };
}

/** Sends one request after another. Those that get 503 or no response are added to `unknown`, to be repeated. */
async function hammer(url: string, { key, n: worker, facts, unknown, running }: Hammering) {
  for (let n = 0; running.on; n += 1) {
    const wish: Wish = { kind: n % 2 === 0 ? 'claim' : 'payment', name: `w${worker}-${n}`, code: 'OPEN' };
    const answer = await ask(url, key, wish).catch(() => null);
    if (answer !== null && answer.status !== 503) note(facts, wish, answer);
    else {
      unknown.push(wish);
      await sleep(50);
    }
  }
}
