import { afterEach, describe, expect, test } from 'vitest';
import { introduceCreator } from '../../daemon/features/creators/creators-store.ts';
import { setUnsubscribed } from '../../daemon/features/daily-results/daily-results-store.ts';
import { done } from '../support/http/test-client.ts';
import { startMailServer } from '../support/servers/smtp.ts';
import { type DatabaseKind, startTestDaemon } from '../support/world/daemon.ts';
import { until } from '../support/world/wait-until.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 21, 12);

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function world(database: DatabaseKind) {
  const server = await startMailServer();
  open.push(server);
  const clock = { now: START };
  const env = { REDEEMD_SMTP_URL: server.url, REDEEMD_MAIL_FROM: 'Game <no-reply@game.example>' };
  const daemon = await startTestDaemon({ database, clock: () => clock.now, env });
  open.push(daemon);
  const addCreator = (creatorId: string, email: string) =>
    daemon.db.write((handle) => introduceCreator(handle, { creatorId, email, displayName: undefined }, START));
  const request = (email: string) => daemon.client.call('requestCreatorLink', { body: { email } });
  /** Waits until the requests before are done, because a later one is done after them. */
  const settled = async (mails: number) => {
    await until('the emails', async () => {
      const rows = await daemon.db.read(({ db, t }) => db.select().from(t.deliveries));
      return rows.length === mails && rows.every(({ status }) => status !== 'pending');
    });
    return server.mails.map(({ to }) => to[0]);
  };
  return { daemon, clock, server, addCreator, request, settled };
}

describe.each<DatabaseKind>(['sqlite', 'postgres'])('links to the creator’s page by mail, on %s', (database) => {
  test('open the page once, and are in no table', async () => {
    const { daemon, server, addCreator, request, settled } = await world(database);
    await addCreator('mary', 'Mary@mail.example');
    await daemon.db.write((handle) => setUnsubscribed(handle, 'mary', START));
    done(await request(' mary@MAIL.example '));
    expect(await settled(1)).toEqual(['Mary@mail.example']);
    const raw = server.mails[0]?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
    const [, token = ''] = /\/creator#link=(\d+\.[0-9a-f]{64})/.exec(raw) ?? [];
    const { db } = daemon;
    const stored = JSON.stringify(await db.read(({ db, t }) => db.select().from(t.outbox)));
    expect(stored).toContain('creator.page_link');
    expect(stored).not.toContain(token.split('.')[1]);
    const body = { token };
    expect(done(await daemon.client.call('openCreatorPage', { body }))).toMatchObject({ creator_id: 'mary' });
    expect((await daemon.client.call('openCreatorPage', { body })).status).toBe(401);
  });

  test('are not sent once they have expired', async () => {
    const { daemon, clock, server, addCreator, request } = await world(database);
    await addCreator('late', 'late@mail.example');
    server.refuse('late@mail.example', 450);
    done(await request('late@mail.example'));
    const deliveries = () => daemon.db.read(({ db, t }) => db.select().from(t.deliveries));
    await until('a try', async () => (await deliveries())[0]?.attempts === 1);
    clock.now += 15 * MINUTE;
    await until('the end', async () => (await deliveries())[0]?.status === 'failed');
    expect((await deliveries())[0]).toMatchObject({ attempts: 2, error: 'it came too late' });
  });

  test('go to each creator with the address, at most three an hour, and nowhere else', async () => {
    const { clock, addCreator, request, settled } = await world(database);
    await addCreator('one', 'shared@mail.example');
    await addCreator('two', 'shared@mail.example');
    await addCreator('last', 'last@mail.example');
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => request('shared@mail.example')),
      ...['unknown@mail.example', '%@mail.example', 'not an address', 'last@mail.example'].map(request),
    ]);
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [202, { accepted: true }]));
    const shared = Array(6).fill('shared@mail.example');
    expect((await settled(7)).sort()).toEqual(['last@mail.example', ...shared]);
    clock.now += 60 * MINUTE - 1;
    done(await request('shared@mail.example'));
    clock.now += 1;
    done(await request('last@mail.example'));
    expect(await settled(8)).toHaveLength(8);
    done(await request('shared@mail.example'));
    expect(await settled(10)).toHaveLength(10);
  });
});
