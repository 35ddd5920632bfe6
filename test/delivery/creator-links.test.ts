import { afterEach, describe, expect, test } from 'vitest';
import { introduceCreator } from '../../daemon/features/creators/creators-store.ts';
import { setUnsubscribed } from '../../daemon/features/daily-results/daily-results-store.ts';
import { bearer, done, refusal, shape, testClient } from '../support/http/test-client.ts';
import { startMailServer } from '../support/servers/smtp.ts';
import { type DatabaseKind, startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';
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
  /** Waits for this many emails. Requests are processed in order, so an email shows that earlier requests are done. */
  const settled = async (mails: number) => {
    const waiting = async () => {
      const rows = await daemon.db.read(({ db, t }) => db.select().from(t.deliveries));
      return rows.map(({ status, attempts, error }) => (status === 'pending' ? { attempts, error } : 'done'));
    };
    await expect.poll(waiting).toEqual(Array(mails).fill('done'));
    return server.mails.map(({ to }) => to[0]);
  };
  const linkIn = (kind: 'link' | 'address', at: number) => {
    const raw = server.mails[at]?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
    return new RegExp(`/creator#${kind}=(\\d+\\.[0-9a-f]{64})`).exec(raw)?.[1] ?? expect.unreachable();
  };
  const openLink = (token: string) => daemon.client.call('openCreatorPage', { body: { token } });
  /** Opens a creator's page. @returns a client that is signed in to it */
  const pageOf = async (creator_id: string) => {
    const { url } = done(await daemon.server.call('createCreatorLink', { params: { creator_id } }));
    const { token } = done(await openLink(url.split('#link=')[1] ?? ''));
    return testClient(daemon.url, bearer(token ?? ''));
  };
  return { daemon, clock, server, addCreator, request, settled, linkIn, openLink, pageOf };
}

describe.each(STORY_DATABASES)('links to the creator’s page by email, on %s', (database) => {
  test('open the page once, and are not stored in any table', async () => {
    const { daemon, addCreator, request, settled, linkIn, openLink } = await world(database);
    await addCreator('mary', 'Mary@mail.example');
    await daemon.db.write((handle) => setUnsubscribed(handle, 'mary', START));
    done(await request(' mary@MAIL.example '));
    expect(await settled(1)).toEqual(['Mary@mail.example']);
    const token = linkIn('link', 0);
    const { db } = daemon;
    const stored = JSON.stringify(await db.read(({ db, t }) => db.select().from(t.outbox)));
    expect(stored).toContain('creator.page_link');
    expect(stored).not.toContain(token.split('.')[1]);
    expect(done(await openLink(token))).toMatchObject({ creator_id: 'mary' });
    expect((await openLink(token)).status).toBe(401);
  });

  test('are not sent once they have expired', async () => {
    const { daemon, clock, server, addCreator, request } = await world(database);
    await addCreator('late', 'late@mail.example');
    server.refuse('late@mail.example', 450);
    done(await request('late@mail.example'));
    const deliveries = () => daemon.db.read(({ db, t }) => db.select().from(t.deliveries));
    await until('an attempt', async () => (await deliveries())[0]?.attempts === 1);
    clock.now += 15 * MINUTE;
    await until('the end', async () => (await deliveries())[0]?.status === 'failed');
    expect((await deliveries())[0]).toMatchObject({ attempts: 2, error: 'the email would arrive too late' });
  });

  test('are sent to each creator with the requested address, at most three an hour to each, and to no other address', async () => {
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

  test('can invite a creator, are then valid for three days, and count towards the hourly limit', async () => {
    const { daemon, clock, addCreator, request, settled, linkIn, openLink } = await world(database);
    await addCreator('new', 'new@mail.example');
    const invite = (creator_id: string) => daemon.owner.call('inviteCreator', { params: { creator_id } });
    expect(done(await invite('new'))).toEqual({
      email: 'new@mail.example',
      mail_ready: true,
      expires_at: new Date(START + 3 * 24 * 60 * MINUTE).toISOString(),
    });
    expect(shape(await invite('unknown'))).toEqual(refusal(404, 'not_found'));
    await settled(1);
    done(await request('new@mail.example'));
    await settled(2);
    done(await invite('new'));
    expect(shape(await invite('new'))).toEqual(refusal(429, 'too_many_requests'));
    expect(await settled(3)).toEqual(Array(3).fill('new@mail.example'));
    clock.now += 3 * 24 * 60 * MINUTE - 1;
    const link = linkIn('link', 0);
    expect(done(await openLink(link))).toMatchObject({ creator_id: 'new', is_view: false });
    expect((await openLink(link)).status).toBe(401);
    clock.now += 1;
    expect((await openLink(linkIn('link', 2))).status).toBe(401);
  });

  test('of a merged creator go to the other creator and open that creator’s page; earlier links become invalid', async () => {
    const { daemon, addCreator, request, settled, linkIn, openLink, pageOf } = await world(database);
    await addCreator('old', 'old@mail.example');
    await addCreator('kept', 'kept@mail.example');
    done(await request('old@mail.example'));
    await settled(1);
    done(await daemon.owner.call('mergeCreator', { params: { creator_id: 'old' }, body: { into: 'kept' } }));
    expect((await openLink(linkIn('link', 0))).status).toBe(401);
    done(await request('old@mail.example'));
    done(await daemon.owner.call('inviteCreator', { params: { creator_id: 'old' } }));
    expect((await settled(3)).sort()).toEqual(['kept@mail.example', 'kept@mail.example', 'old@mail.example']);
    expect(done(await openLink(linkIn('link', 1)))).toMatchObject({ creator_id: 'kept' });
    // Unsubscribing under either ID turns the results off for both.
    await daemon.db.write((handle) => setUnsubscribed(handle, 'old', START));
    expect(done(await (await pageOf('kept')).call('getCreatorSession'))).toMatchObject({ daily_results: false });
  });
});

describe.each(STORY_DATABASES)('a creator’s new address, on %s', (database) => {
  const confirm = (daemon: TestDaemon, token: string) => daemon.client.call('confirmOwnEmail', { body: { token } });

  test('applies once its link is opened, and the old address is notified', async () => {
    const { daemon, addCreator, settled, linkIn, openLink, pageOf } = await world(database);
    await addCreator('mary', 'old@mail.example');
    const page = await pageOf('mary');
    const emailNow = async () => done(await page.call('getCreatorSession')).email;
    const ask = (email: string) => page.call('requestOwnEmail', { body: { email } });
    expect(shape(await ask('OLD@mail.example'))).toEqual(refusal(409, 'duplicate'));
    expect(done(await ask('first@mail.example'))).toEqual({ accepted: true });
    await settled(1);
    done(await ask('new@mail.example'));
    expect(await settled(2)).toEqual(['first@mail.example', 'new@mail.example']);
    expect(await emailNow()).toBe('old@mail.example');
    const [first, token] = [linkIn('address', 0), linkIn('address', 1)];
    // A link that confirms an address does not open a page.
    expect((await openLink(token)).status).toBe(401);
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(daemon, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    expect(await emailNow()).toBe('new@mail.example');
    // The first link would change the address again, so it is no longer valid.
    expect((await confirm(daemon, first)).status).toBe(401);
    expect((await settled(3))[2]).toBe('old@mail.example');
    const { data } = done(await daemon.owner.call('listAudit', { query: { action: 'creator.confirm_email' } }));
    expect(data).toMatchObject([
      { staff: null, before: { email: 'old@mail.example' }, after: { email: 'new@mail.example' } },
    ]);
  });

  test('is not confirmed by a link to the page, by an expired link, or in a frame', async () => {
    const { daemon, clock, addCreator, settled, linkIn, pageOf } = await world(database);
    await addCreator('mary', 'old@mail.example');
    const page = await pageOf('mary');
    done(await page.call('requestOwnEmail', { body: { email: 'new@mail.example' } }));
    await settled(1);
    const params = { creator_id: 'mary' };
    const { url } = done(await daemon.server.call('createCreatorLink', { params }));
    expect((await confirm(daemon, url.split('#link=')[1] ?? '')).status).toBe(401);
    clock.now += 15 * MINUTE;
    expect((await confirm(daemon, linkIn('address', 0))).status).toBe(401);
    const frame = done(await daemon.server.call('createCreatorEmbedToken', { params }));
    const inFrame = testClient(daemon.url, bearer(frame.token));
    const asked = await inFrame.call('requestOwnEmail', { body: { email: 'new@mail.example' } });
    expect(shape(asked)).toEqual(refusal(403, 'forbidden'));
  });

  test('gets at most three links an hour across all creators', async () => {
    const { addCreator, clock, settled, pageOf } = await world(database);
    for (const name of ['one', 'two']) await addCreator(name, `${name}@mail.example`);
    const pages = [await pageOf('one'), await pageOf('two')];
    const ask = (at: number, email: string) => pages[at]?.call('requestOwnEmail', { body: { email } });
    const statuses: unknown[] = [];
    for (const at of [0, 1, 0, 1]) statuses.push((await ask(at, 'victim@mail.example'))?.status);
    expect(statuses).toEqual([202, 202, 202, 429]);
    expect((await ask(1, 'Victim@mail.example'))?.status).toBe(429);
    for (const name of ['a', 'b']) statuses.push((await ask(0, `${name}@mail.example`))?.status);
    expect(statuses.slice(4)).toEqual([202, 429]);
    expect(await settled(4)).toHaveLength(4);
    clock.now += 60 * MINUTE;
    expect((await ask(1, 'victim@mail.example'))?.status).toBe(202);
  });

  test('that staff enter by hand or import is reported to the old address', async () => {
    const { daemon, addCreator, settled } = await world(database);
    for (const name of ['one', 'two', 'same']) await addCreator(name, `${name}@mail.example`);
    const change = (creator_id: string, email: string | null) =>
      daemon.owner.edit('changeCreator', { params: { creator_id }, body: { email } });
    done(await change('one', 'other@mail.example'));
    done(await change('same', 'SAME@mail.example'));
    const csv = 'creator_id,email\r\ntwo,import@mail.example\r\nsame,same@mail.example\r\n';
    done(await daemon.owner.call('importCreators', { body: { csv } }));
    expect((await settled(2)).sort()).toEqual(['one@mail.example', 'two@mail.example']);
    done(await change('one', null));
    expect((await settled(3))[2]).toBe('other@mail.example');
  });
});
