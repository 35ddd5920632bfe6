import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { introduceCreator } from '../../daemon/features/creators/creators-store.ts';
import { bearer, done, testClient } from '../support/http/test-client.ts';
import { startMailServer } from '../support/servers/smtp.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';
import { until } from '../support/world/wait-until.ts';

describe.each(STORY_DATABASES)('a decision about payout details on %s', (database) => {
  let server: Awaited<ReturnType<typeof startMailServer>>;
  let daemon: TestDaemon;
  beforeAll(async () => {
    server = await startMailServer();
    const env = { REDEEMD_SMTP_URL: server.url, REDEEMD_MAIL_FROM: 'Game <no-reply@game.example>' };
    daemon = await startTestDaemon({ database, env });
  });
  afterAll(async () => {
    await daemon?.close();
    await server?.close();
  });

  /** Adds a creator who enters payout details. @returns the ID of the request */
  async function enter(creatorId: string, email?: string): Promise<number> {
    const creator = { creatorId, email, displayName: undefined };
    await daemon.db.write((handle) => introduceCreator(handle, creator, Date.now()));
    const { url } = done(await daemon.server.call('createCreatorLink', { params: { creator_id: creatorId } }));
    const body = { token: url.split('#link=')[1] ?? '' };
    const { token } = done(await daemon.client.call('openCreatorPage', { body }));
    const details = { method: 'paypal', address: 'secret@mail.example', name: 'Mary Miller' };
    done(await testClient(daemon.url, bearer(token ?? '')).call('requestOwnPayoutDetails', { body: details }));
    const query = { creator_id: creatorId, status: 'pending' } as const;
    const { data } = done(await daemon.owner.call('listPayoutDetailRequests', { query }));
    return data[0]?.request_id ?? 0;
  }
  const approve = async (request_id: number) =>
    done(await daemon.owner.call('approvePayoutDetails', { params: { request_id } }));

  test('is sent to the creator by email, without the details', async () => {
    const rejected = await enter('ann', 'ann@mail.example');
    const body = { reason: 'The name does not match.' };
    done(await daemon.owner.call('rejectPayoutDetails', { params: { request_id: rejected }, body }));
    await until('the first email', async () => server.mails.length === 1);
    // For a creator without an address, the daemon writes no message, because its delivery would fail.
    await approve(await enter('no address'));
    await approve(await enter('mary', 'mary@mail.example'));
    await until('the second email', async () => server.mails.length === 2);
    const [no, yes] = server.mails.map(({ raw }) => raw.replaceAll('=\r\n', ''));
    expect(server.mails.map(({ to }) => to[0])).toEqual(['ann@mail.example', 'mary@mail.example']);
    expect(no).toContain('Subject: Your new payout details were not accepted');
    expect(no).toContain('Reason: The name does not match.');
    expect(yes).toContain('Subject: Your new payout details are in use');
    expect(yes).toContain(`${daemon.url}/creator`);
    for (const raw of [no, yes]) expect(raw).not.toMatch(/secret@mail|Miller/);
    const rows = await daemon.db.read(({ db, t }) => db.select().from(t.outbox));
    expect(rows).toHaveLength(2);
  });
});
