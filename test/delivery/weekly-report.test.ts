import { afterEach, describe, expect, test } from 'vitest';
import { makeEarning, payAll } from '../support/database/earnings.ts';
import { addMember } from '../support/http/staff.ts';
import { done } from '../support/http/test-client.ts';
import { type Received, startMailServer } from '../support/servers/smtp.ts';
import { type DatabaseKind, startTestDaemon, testDatabase } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';
import { until } from '../support/world/wait-until.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
/** A Monday, an hour before the reports on the previous week are due. */
const MONDAY = Date.UTC(2026, 10, 23, 7);

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function world(database: DatabaseKind) {
  const server = await startMailServer();
  open.push(server);
  const { url, drop } = await testDatabase(database);
  open.push({ close: drop });
  const clock = { now: MONDAY };
  const env = { REDEEMD_SMTP_URL: server.url, REDEEMD_MAIL_FROM: 'Game <no-reply@game.example>' };
  const daemon = await startTestDaemon({ databaseUrl: url, clock: () => clock.now, env });
  open.push(daemon);
  await daemon.runDueJobs();
  const deliveries = () =>
    daemon.db.read(({ db, t }) => db.select().from(t.deliveries).orderBy(t.deliveries.delivery_id));
  const settled = async (count: number) => {
    await until('every email', async () => {
      const rows = await deliveries();
      return rows.length === count && rows.every(({ status }) => status !== 'pending');
    });
    return deliveries();
  };
  const readerOf = async (games: string[] | null = null) => {
    const member = await addMember(daemon, 'viewer', games);
    done(await member.ask.call('changeOwnEmails', { body: { weekly_report: true } }));
    return member;
  };
  return { daemon, clock, server, settled, readerOf };
}

/** One claim and 50.00 USD in the week before, one claim and 57.00 USD in the week of the report. */
async function twoWeeks(db: Parameters<typeof makeEarning>[0]) {
  const span = { from: MONDAY - 3 * WEEK, to: MONDAY + WEEK };
  await makeEarning(db, { creator: 'before', ...span, now: MONDAY - 10 * DAY });
  await makeEarning(db, { creator: 'within', ...span, now: MONDAY - 2 * DAY });
  await payAll(db, ['user_within'], 700, { createdAt: MONDAY - DAY, takenAt: MONDAY - DAY });
}

const linesOf = ({ raw }: Received) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '=').split(/\r\n/);

describe.each(STORY_DATABASES)('the weekly report, on %s', (database) => {
  test('is sent once, on Monday, to staff who asked for it, with the figures of their games', async () => {
    const { daemon, clock, server, settled, readerOf } = await world(database);
    await twoWeeks(daemon.db);
    const everything = await readerOf();
    const oneGame = await readerOf(['other_game']);
    await addMember(daemon, 'viewer');
    clock.now = MONDAY + HOUR;
    await daemon.runDueJobs();
    await settled(2);
    const mailTo = (email: string) => server.mails.find(({ to }) => to.includes(email)) ?? expect.unreachable();
    const { headers, ...mail } = mailTo(everything.email);
    expect(headers.get('subject')?.[0]).toContain('Your weekly report: 16 Nov 2026 to 22 Nov 2026');
    const lines = linesOf({ headers, ...mail });
    expect(lines).toEqual(
      expect.arrayContaining([
        'The week from 16 Nov 2026 to 22 Nov 2026 (UTC):',
        'Claims: 1 (previous week: 1)',
        'Revenue: 57.00 USD (previous week: 50.00 USD)',
        'within: 1 claim, 57.00 USD in revenue',
        `Open the dashboard for that week: ${daemon.url}/portal/dashboard?period=2026-11-16..2026-11-22`,
      ]),
    );
    expect(linesOf(mailTo(oneGame.email))).toContain('Revenue: 0.00 USD (previous week: 0.00 USD)');
    clock.now += DAY;
    await daemon.runDueJobs();
    expect(await settled(2)).toHaveLength(2);
  });

  test('can be stopped with the link in the email, which works only for its recipient', async () => {
    const { daemon, clock, server, settled, readerOf } = await world(database);
    const reader = await readerOf();
    const other = await readerOf();
    clock.now = MONDAY + HOUR;
    await daemon.runDueJobs();
    await settled(2);
    const mail = server.mails.find(({ to }) => to.includes(reader.email)) ?? expect.unreachable();
    const [, link = ''] = /^<(.+)>$/.exec(mail.headers.get('list-unsubscribe')?.[0] ?? '') ?? [];
    expect(await (await fetch(link)).text()).toContain('stop receiving the weekly report');
    const post = async (url: string) => (await fetch(url, { method: 'POST' })).status;
    expect(await post(link.replace('token=staff.', 'token=staff.9'))).toBe(404);
    expect([await post(link), await post(link)]).toEqual([200, 200]);
    expect(done(await reader.ask.call('getOwnEmails'))).toEqual({ weekly_report: false, mail_ready: true });
    expect(done(await other.ask.call('getOwnEmails'))).toMatchObject({ weekly_report: true });
    clock.now += WEEK;
    await daemon.runDueJobs();
    await settled(3);
    expect(server.mails.flatMap(({ to }) => to).slice(2)).toEqual([other.email]);
  });

  test('is not sent to people who have left, or whose games have changed since it was written', async () => {
    const { daemon, clock, server, settled, readerOf } = await world(database);
    const left = await readerOf();
    const limited = await readerOf();
    server.refuse(left.email, 450);
    server.refuse(limited.email, 450);
    clock.now = MONDAY + HOUR;
    await daemon.runDueJobs();
    await until('an attempt for each', async () => {
      const rows = await daemon.db.read(({ db, t }) => db.select().from(t.deliveries));
      return rows.length === 2 && rows.every(({ attempts }) => attempts > 0);
    });
    done(await daemon.owner.call('removeStaff', { params: { staff_id: left.staff_id }, body: {} }));
    const fewer = { params: { staff_id: limited.staff_id }, body: { games: ['other_game'] } };
    done(await daemon.owner.edit('changeStaff', fewer));
    clock.now += HOUR;
    expect((await settled(2)).map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect(server.mails).toEqual([]);
  });

  test('for a week that ended more than three days ago is not sent', async () => {
    const { daemon, clock, settled, readerOf } = await world(database);
    await readerOf();
    clock.now = MONDAY + 2 * WEEK + 4 * DAY;
    await daemon.runDueJobs();
    expect(await settled(0)).toEqual([]);
    clock.now = MONDAY + 3 * WEEK + HOUR;
    await daemon.runDueJobs();
    expect(await settled(1)).toHaveLength(1);
  });
});
