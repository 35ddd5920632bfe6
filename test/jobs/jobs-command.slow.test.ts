import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { root } from '../../build/paths.mjs';
import { LOOPBACK_OPEN } from '../support/http/webhooks.ts';
import { answering, startReceiver } from '../support/servers/receiver.ts';
import { startMailServer } from '../support/servers/smtp.ts';
import { type DatabaseKind, type SpawnedDaemon, spawnDaemon, testDatabase } from '../support/world/daemon.ts';
import { ecbFile } from '../support/world/ecb-file.ts';

const DAY = 86_400_000;
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Runs a command without blocking, because this process contains the mail server to which the command connects. */
function redeemd(databaseUrl: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(root, 'daemon/dist/main.js'), ...args], {
    env: { PATH: process.env.PATH ?? '', REDEEMD_DATABASE_URL: databaseUrl, REDEEMD_LOG_LEVEL: 'error', ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  return new Promise<{ status: number | null; said: string }>((resolve) =>
    child.once('close', (status) => resolve({ status, said })),
  );
}

describe.each<DatabaseKind>(['sqlite', 'postgres'])(
  'jobs that are run by hand while a daemon is running on %s',
  (kind) => {
    let spawned: SpawnedDaemon | undefined;
    afterEach(() => spawned?.end('SIGKILL'));

    test('are listed, and run for the given period', async () => {
      const database = await testDatabase(kind);
      spawned = await spawnDaemon(database.url);
      const run = (...args: string[]) => redeemd(database.url, ['jobs', ...args]);
      const day = dateOf(Date.now() - 2 * DAY);
      expect(await run('run', 'daily-results', '--period', day)).toEqual({ status: 0, said: `${day}: done\n` });
      // A second run is allowed, and sends nothing again.
      expect(await run('run', 'daily-results', '--period', day)).toEqual({ status: 0, said: `${day}: done\n` });
      const { status, said } = await run();
      expect(status).toBe(0);
      expect(said).toContain(`last: ${day} done`);
      for (const job of ['monthly-payouts', 'campaign-ends', 'retention']) expect(said).toContain(`${job}: `);
      expect(await run('run', 'campaign-ends')).toEqual({ status: 0, said: 'Nothing is due.\n' });
      for (const [args, reason] of [
        [['nonsense'], 'Unknown job nonsense'],
        [['daily-results', '--period', dateOf(Date.now() + DAY)], 'cannot run before'],
        [['monthly-payouts', '--period', '2026-13'], 'has no period 2026-13. Use a month, such as 2026-10'],
        [['campaign-ends', '--period', '12'], 'Use a campaign and its end, such as 12@1798761600000'],
      ] as const)
        expect(await run('run', ...args)).toEqual({ status: 1, said: expect.stringContaining(reason) });
      await spawned.end('SIGTERM');
      await database.drop();
    });
  },
);

test('doctor connects to the mail server', async () => {
  const database = await testDatabase('sqlite');
  const server = await startMailServer();
  const env = { REDEEMD_SMTP_URL: server.url, REDEEMD_MAIL_FROM: 'a@game.example' };
  expect((await redeemd(database.url, ['doctor'], env)).said).toContain('ok    SMTP: responds');
  await server.close();
  expect((await redeemd(database.url, ['doctor'], env)).said).toMatch(/FAULT SMTP: .*ECONNREFUSED/);
  expect((await redeemd(database.url, ['doctor'])).said).toContain('ok    SMTP: not set');
  await database.drop();
});

test('doctor reads the file of exchange rates', async () => {
  const database = await testDatabase('sqlite');
  const server = await startReceiver(answering(200, ecbFile({ '2026-11-20': { USD: '1.0586', JPY: '163.49' } })));
  const env = { ...LOOPBACK_OPEN, REDEEMD_RATES_URL: server.url };
  const said = async () => (await redeemd(database.url, ['doctor'], env)).said;
  expect(await said()).toContain('ok    exchange rates: the file contains 2 currencies for 2026-11-20');
  server.behave(answering(404));
  expect(await said()).toContain('FAULT exchange rates: No rates from 127.0.0.1');
  expect((await redeemd(database.url, ['doctor'])).said).toContain(
    'ok    exchange rates: REDEEMD_RATES_URL is not set',
  );
  await server.close();
  await database.drop();
});
