import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../daemon/contract/client.ts';
import { faultsIn } from '../support/books.ts';
import { addCode, addCreatorCode, runningCampaign } from '../support/campaign.ts';
import {
  type DatabaseKind,
  startTestDaemon,
  type TestDaemon,
  type TestDatabase,
  testDatabase,
} from '../support/daemon.ts';

// A3-A5 of the figures: exactness under races, through HTTP; on Postgres by three daemons at once.
describe.each<[DatabaseKind, number]>([
  ['sqlite', 1],
  ['postgres', 3],
])('%s, %i daemon(s)', (database, count) => {
  let storage: TestDatabase;
  let daemons: TestDaemon[];
  let campaignId: number;
  const first = () => daemons[0] as TestDaemon;
  beforeAll(async () => {
    storage = await testDatabase(database);
    daemons = [];
    for (let n = 0; n < count; n += 1) daemons.push(await startTestDaemon({ databaseUrl: storage.url }));
    campaignId = await runningCampaign(first());
  });
  afterAll(async () => {
    const faults = await faultsIn(first().db);
    for (const daemon of daemons) await daemon.close();
    await storage.drop();
    expect(faults).toEqual([]);
  });

  const redeem = async (at: number, user_id: string, code: string, headers: Record<string, string> = {}) => {
    const daemon = daemons[at % count] as TestDaemon;
    const client = createClient(daemon.url, { apiKey: first().serverKey });
    return client.call('redeem', { body: { user_id, code }, headers });
  };
  const okOf = (answers: { status: number }[]) => answers.filter((answer) => answer.status === 200).length;
  /** What was refused for good; a 503 says try again and is tried again here. */
  const race = async (racers: (() => Promise<Awaited<ReturnType<typeof redeem>>>)[]) =>
    Promise.all(
      racers.map(async (racer) => {
        for (;;) {
          const answer = await racer();
          if (answer.status !== 503) return answer;
        }
      }),
    );

  test('a limit of 1,000 under 5,000 users holds exactly', async () => {
    await addCode(first(), campaignId, 'THOUSAND', { usage_limit: 1000 });
    const racers = Array.from({ length: 5000 }, (_, n) => () => redeem(n, `user-${n}`, 'THOUSAND'));
    const answers: { status: number }[] = [];
    for (let at = 0; at < racers.length; at += 500) answers.push(...(await race(racers.slice(at, at + 500))));
    expect(okOf(answers)).toBe(1000);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 400]));
  }, 120_000);

  test('one-use codes under 50 racers each are used exactly once', async () => {
    const codes = Array.from({ length: 40 }, (_, n) => `ONCE-${n}`);
    for (const code of codes) await addCode(first(), campaignId, code, { usage_limit: 1 });
    const racers = Array.from({ length: 50 }, (_, n) => codes.map((code) => () => redeem(n, `racer-${n}`, code)));
    const answers = await race(racers.flat());
    expect(okOf(answers)).toBe(codes.length);
  }, 120_000);

  test('one user, 100 parallel redeems of one code: one claim, and each refusal names it', async () => {
    await addCode(first(), campaignId, 'ONE-CLAIM');
    const answers = await race(Array.from({ length: 100 }, (_, n) => () => redeem(n, 'solo', 'ONE-CLAIM')));
    expect(okOf(answers)).toBe(1);
    const ids = new Set(answers.map(({ body }) => (body as { redemption_id?: string }).redemption_id));
    expect(ids.size).toBe(1);
  });

  test('one user, 100 parallel redeems of two creators’ codes: one claim, one link', async () => {
    await addCode(first(), campaignId, 'PAIR', { use_as_referral: 'Y' });
    const ann = await addCreatorCode(first(), 'ann', 'PAIR');
    const ben = await addCreatorCode(first(), 'ben', 'PAIR');
    const codes = [ann.code, ben.code];
    const answers = await race(Array.from({ length: 100 }, (_, n) => () => redeem(n, 'torn', codes[n % 2] as string)));
    expect(okOf(answers)).toBe(1);
    expect(answers.filter(({ body }) => (body as { linked?: boolean }).linked)).toHaveLength(1);
  });

  test('100 parallel requests with one Idempotency-Key: one effect, equal answers, another body refused', async () => {
    await addCode(first(), campaignId, 'KEYED');
    const headers = { 'idempotency-key': 'the-one' };
    const answers = await race(Array.from({ length: 100 }, (_, n) => () => redeem(n, 'keyed', 'KEYED', headers)));
    expect(okOf(answers)).toBe(100);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true')).toHaveLength(99);
    const other = await redeem(0, 'somebody else', 'KEYED', headers);
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_mismatch' } });
  });

  test('refusals are replayed too', async () => {
    const headers = { 'idempotency-key': 'refused' };
    const unknown = await redeem(0, 'lost', 'NO-SUCH-CODE', headers);
    const again = await redeem(0, 'lost', 'NO-SUCH-CODE', headers);
    expect(unknown.status).toBe(404);
    expect(again.status).toBe(404);
    expect(again.body).toEqual(unknown.body);
  });
});

test('sabotage: without the limit’s check more are let through', async () => {
  const daemon = await startTestDaemon();
  const campaignId = await runningCampaign(daemon);
  await addCode(daemon, campaignId, 'OPEN');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => daemon.server.call('redeem', { body: { user_id: `u${n}`, code: 'OPEN' } })),
  );
  expect(answers.filter((answer) => answer.status === 200).length).toBeGreaterThan(1);
  await daemon.close();
});
