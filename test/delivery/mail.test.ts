import { afterEach, describe, expect, test } from 'vitest';
import { makeEarning } from '../support/database/earnings.ts';
import { type MailServer, type Received, startMailServer } from '../support/servers/smtp.ts';
import { type DatabaseKind, startTestDaemon, type TestDaemon, testDatabase } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';
import { until } from '../support/world/wait-until.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Half an hour before creators get their results. */
const EARLY = Date.UTC(2026, 10, 21, 7, 30);
const CREATORS = 12;

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

interface World {
  daemon: TestDaemon;
  clock: { now: number };
  server: MailServer;
  /** Restarts the daemon on the same database. */
  again(env: Record<string, string>): Promise<TestDaemon>;
}

async function world(
  database: DatabaseKind,
  settings: { isDown?: boolean; withoutMail?: boolean } = {},
): Promise<World> {
  const server = await startMailServer();
  if (settings.isDown) await server.close();
  else open.push(server);
  const { url, drop } = await testDatabase(database);
  open.push({ close: drop });
  const clock = { now: EARLY };
  const start = async (env: Record<string, string>) => {
    const daemon = await startTestDaemon({ databaseUrl: url, clock: () => clock.now, env });
    open.push(daemon);
    return daemon;
  };
  const mail = { REDEEMD_SMTP_URL: server.url, REDEEMD_MAIL_FROM: 'Game <no-reply@game.example>' };
  const daemon = await start(settings.withoutMail ? {} : mail);
  await daemon.runDueJobs();
  const again = async (env: Record<string, string>) => {
    await open.pop()?.close();
    return start({ ...mail, ...env });
  };
  return { daemon, clock, server, again };
}

const emailOf = (n: number) => `creator${n}@mail.example`;
async function earners({ db }: TestDaemon, count = CREATORS) {
  for (let n = 0; n < count; n += 1) {
    const creator = `c${n}`;
    await makeEarning(db, { creator, from: EARLY - DAY, to: EARLY + 30 * DAY, now: EARLY - 12 * HOUR });
    await setCreator(db, creator, { email: emailOf(n), display_name: `Creator ${n}` });
  }
}
const setCreator = (db: TestDaemon['db'], creator: string, set: { email?: string; display_name?: string }) =>
  db.write(async ({ db: tx, t }) => {
    const { eq } = await import('drizzle-orm');
    await tx.update(t.creators).set(set).where(eq(t.creators.creator_id, creator));
  });
const deliveriesOf = ({ db }: TestDaemon) => db.read(({ db, t }) => db.select().from(t.deliveries));
const settled = async (daemon: TestDaemon, count: number) => {
  const rows = await deliveriesOf(daemon);
  return rows.length === count && rows.every(({ status }) => status !== 'pending');
};
const messageIds = (mails: readonly Received[]) =>
  new Map(mails.map(({ to, headers }) => [to[0], headers.get('message-id')]));
const everyEmail = (count = CREATORS) => Array.from({ length: count }, (_, n) => emailOf(n)).sort();
const recipients = ({ mails }: MailServer) => mails.flatMap(({ to }) => to).sort();

describe.each(STORY_DATABASES)('daily results by email, on %s', (database) => {
  test('are sent once for each creator and day, even if the mail server was down', async () => {
    const { daemon, clock, server } = await world(database, { isDown: true });
    await earners(daemon);
    clock.now = EARLY + HOUR;
    await daemon.runDueJobs();
    await until('an attempt', async () => (await deliveriesOf(daemon)).some(({ attempts }) => attempts > 0));
    const back = await startMailServer(server.port);
    open.push(back);
    clock.now += HOUR;
    await until('all mails', () => settled(daemon, CREATORS));
    expect(recipients(back)).toEqual(everyEmail());
    clock.now += HOUR;
    await daemon.runDueJobs();
    await until('all mails', () => settled(daemon, CREATORS));
    clock.now += DAY;
    await daemon.runDueJobs();
    await until('the next day', () => settled(daemon, 2 * CREATORS));
    expect(recipients(back)).toEqual([...everyEmail(), ...everyEmail()].sort());
    expect(new Set(back.mails.map(({ headers }) => headers.get('message-id')?.[0])).size).toBe(2 * CREATORS);
  });

  test('are sent again with the same ID if the connection was cut after the complete email', async () => {
    const { daemon, clock, server } = await world(database);
    await earners(daemon);
    server.cutAfterData(5);
    clock.now = EARLY + HOUR;
    await daemon.runDueJobs();
    const attempts = async () => (await deliveriesOf(daemon)).reduce((sum, row) => sum + row.attempts, 0);
    // After a cut connection, the worker pauses, so the test moves the clock past the pause.
    for (let tried = 0; !(await settled(daemon, CREATORS)); clock.now += HOUR) {
      await until('another round', async () => (await attempts()) > tried);
      tried = await attempts();
    }
    expect(recipients(server)).toEqual(everyEmail());
    expect(server.unanswered).toHaveLength(5);
    const ids = messageIds(server.mails);
    for (const [to, id] of messageIds(server.unanswered)) expect(ids.get(to)).toEqual(id);
  });

  test('get no headers, recipients or markup from names and addresses', async () => {
    const { daemon, clock, server } = await world(database);
    await earners(daemon, 3);
    const evil = { display_name: 'A\r\nBcc: all@evil.example\r\n\r\n<script>alert(1)</script>', email: emailOf(0) };
    await setCreator(daemon.db, 'c0', evil);
    await setCreator(daemon.db, 'c1', { email: 'a@mail.example\r\nRCPT TO:<all@evil.example>' });
    await setCreator(daemon.db, 'c2', { email: 'a@mail.example, all@evil.example' });
    clock.now = EARLY + HOUR;
    await daemon.runDueJobs();
    await until('all attempts', () => settled(daemon, 3));
    expect(recipients(server)).toEqual([emailOf(0)]);
    expect([...(server.mails[0]?.headers.keys() ?? [])]).not.toContain('bcc');
    expect(server.mails[0]?.raw.split('text/html')[1]).not.toContain('<script>');
    expect((await deliveriesOf(daemon)).map(({ status }) => status).sort()).toEqual(['delivered', 'failed', 'failed']);
  });

  test('contain a link to a page whose button unsubscribes; after that, no email is sent', async () => {
    const { daemon, clock, server } = await world(database);
    await earners(daemon, 1);
    clock.now = EARLY + HOUR;
    await daemon.runDueJobs();
    await until('the mail', () => settled(daemon, 1));
    const { headers } = server.mails[0] ?? expect.unreachable();
    const [, link = ''] = /^<(.+)>$/.exec(headers.get('list-unsubscribe')?.[0] ?? '') ?? [];
    expect(headers.get('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click']);
    const looked = await fetch(link);
    expect([looked.status, looked.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const since = async () =>
      (await daemon.db.read(({ db, t }) => db.select({ since: t.creators.unsubscribed_at }).from(t.creators)))[0]
        ?.since;
    expect(await since()).toBeNull();
    const post = (url: string) =>
      fetch(url, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
    expect((await post(`${link}x`)).status).toBe(404);
    expect(await since()).toBeNull();
    expect((await post(link)).status).toBe(200);
    expect(await since()).toBe(clock.now);
    clock.now += DAY;
    await daemon.runDueJobs();
    await until('nothing waits', () => settled(daemon, 1));
    expect(server.mails).toHaveLength(1);
  });

  test('wait until a mail server is set; the daemon gives up on an email that the server refuses', async () => {
    const { daemon, clock, server, again } = await world(database, { withoutMail: true });
    await earners(daemon, 2);
    clock.now = EARLY + HOUR;
    await daemon.runDueJobs();
    await until('the mails', async () => (await deliveriesOf(daemon)).length === 2);
    expect((await deliveriesOf(daemon)).map(({ status, attempts }) => [status, attempts])).toEqual([
      ['pending', 0],
      ['pending', 0],
    ]);
    server.refuse(emailOf(0), 550);
    const next = await again({});
    await until('all attempts', () => settled(next, 2));
    expect(recipients(server)).toEqual([emailOf(1)]);
  });
});

test('two daemons on one database send each creator one email', async () => {
  const { daemon, clock, server } = await world('postgres');
  const env = { REDEEMD_SMTP_URL: server.url, REDEEMD_MAIL_FROM: 'no-reply@game.example' };
  const other = await startTestDaemon({ databaseUrl: daemon.databaseUrl, clock: () => clock.now, env });
  open.push(other);
  await earners(daemon);
  clock.now = EARLY + HOUR;
  await Promise.all([daemon.runDueJobs(), other.runDueJobs()]);
  await until('all mails', () => settled(daemon, CREATORS));
  expect(recipients(server)).toEqual(everyEmail());
});

test('a prepared run is emailed to the client with its CSV, in the organisation’s language', async () => {
  const { daemon, clock, server } = await world('sqlite');
  await earners(daemon, 1);
  await daemon.db.write(({ db, t }) =>
    db.update(t.organisation).set({ payout_email: 'finance@client.example', email_language: 'de' }),
  );
  clock.now = Date.UTC(2026, 11, 1, 0, 5);
  await daemon.runDueJobs();
  await until('the mail', () => server.mails.some(({ to }) => to[0] === 'finance@client.example'));
  const mail = server.mails.find(({ to }) => to[0] === 'finance@client.example');
  expect(mail?.headers.get('subject')?.[0]).toMatch(/Auszahlungslauf_\d+_kann_gepr=C3=BCft/);
  expect(mail?.raw).toMatch(/filename="?payout-\d+-finance\.csv/);
});
