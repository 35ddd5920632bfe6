import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCode } from '../support/http/campaigns.ts';
import { type DatabaseKind, startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { type Racing, race, startRacing } from './racing-daemons.ts';

// A claim is released while others redeem: the claims never exceed the limit, and a user never has two claims that
// count.
const FIELDS: [DatabaseKind, number][] = [
  ['sqlite', 1],
  ['postgres', 3],
];
const PATIENCE = 120_000;

describe.each(FIELDS)('releasing on %s, daemons: %i', (kind, count) => {
  let racing: Racing;
  /** The daemons to which staff send requests; SQLite has only one daemon. */
  const desks: TestDaemon[] = [];
  beforeAll(async () => {
    racing = await startRacing(kind, count);
    desks.push(racing.first);
    if (kind === 'postgres') desks.push(await startTestDaemon({ databaseUrl: racing.url }));
  });
  afterAll(async () => {
    for (const desk of desks.slice(1)) await desk.close();
    await racing?.close();
  });

  /** Returns `released`, or the code of the refusal. */
  const release = async (at: number, claimId: string): Promise<string> => {
    const desk = desks[at % desks.length] as TestDaemon;
    for (;;) {
      const { status, body } = await desk.owner.call('releaseClaim', {
        params: { redemption_id: claimId },
        body: { reason: 'race' },
      });
      if (status !== 503) return status === 200 ? 'released' : body.code;
    }
  };
  const living = (code: string) =>
    racing.first.db.read(async ({ db, t }) => {
      const rows = await db.select({ id: t.codes.code_id, code: t.codes.code, used: t.codes.used }).from(t.codes);
      const one = rows.find((row) => row.code === code);
      const claims = await db.select().from(t.claims);
      const own = claims.filter((claim) => claim.code_id === one?.id && claim.released_at === null);
      return { users: own.map((claim) => claim.user_id), used: one?.used };
    });

  test(
    'while others redeem: the limit holds, and in the end it is used up again',
    async () => {
      const limit = 20;
      const { code } = await addCode(racing.first, racing.campaignId, 'PLACES', { usage_limit: limit });
      const first = await race(limit, (at) => racing.redeem(at, `first ${at}`, code));
      const given = race(10, (at) => release(at, first[at]?.body.redemption_id));
      const taken = await race(300, (at) => racing.redeem(at, `later ${at}`, code));
      expect(await given).toEqual(Array.from({ length: 10 }, () => 'released'));
      const acknowledged = taken.filter(({ status }) => status === 200).length;
      expect(acknowledged).toBeLessThanOrEqual(10);
      expect((await living(code)).users).toHaveLength(limit - 10 + acknowledged);
      const last = await race(50, (at) => racing.redeem(at, `last ${at}`, code));
      expect(last.filter(({ status }) => status === 200)).toHaveLength(10 - acknowledged);
      expect(await living(code)).toMatchObject({ used: limit, users: { length: limit } });
    },
    PATIENCE,
  );

  test(
    'while the player redeems again: at most one current claim',
    async () => {
      for (const usage_limit of [null, 3]) {
        const { code } = await addCode(racing.first, racing.campaignId, `AGAIN-${usage_limit}`, { usage_limit });
        for (let round = 0; round < 15; round += 1) {
          const { body } = await racing.redeem(round, 'again', code);
          const answers = race(6, (at) => racing.redeem(at, 'again', code));
          const outcomes = await race(3, (at) => release(at, body.redemption_id));
          const claimed = (await answers)
            .filter(({ status }) => status === 200)
            .map((answer) => answer.body.redemption_id);
          expect(outcomes.toSorted()).toEqual(['claim_released', 'claim_released', 'released']);
          expect(claimed.length).toBeLessThanOrEqual(1);
          expect((await living(code)).users).toHaveLength(claimed.length);
          for (const id of claimed) expect(await release(round, id)).toBe('released');
        }
        expect(await living(code)).toEqual({ users: [], used: 0 });
      }
    },
    PATIENCE,
  );

  test('many times simultaneously: one effect', async () => {
    const { code } = await addCode(racing.first, racing.campaignId, 'ONCE', { usage_limit: 2 });
    const kept = await racing.redeem(0, 'keeper', code);
    const { body } = await racing.redeem(0, 'giver', code);
    const outcomes = await race(30, (at) => release(at, body.redemption_id));
    expect(outcomes.filter((outcome) => outcome === 'released')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'claim_released')).toHaveLength(29);
    expect(await living(code)).toEqual({ users: ['keeper'], used: 1 });
    expect(kept.status).toBe(200);
  });
});
