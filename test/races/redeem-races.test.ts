import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dropClaimKeys, dropLimitLock, leaveOut, type Unlocked } from '../support/faults/sabotage.ts';
import type { DatabaseKind } from '../support/world/daemon.ts';
import { runSql } from '../support/world/sql.ts';
import { type Racing, startRacing } from './racing-daemons.ts';
import {
  judgeAfterFault,
  judgeLimits,
  judgeOneKey,
  judgeOneUser,
  raceForLimits,
  raceForOneCode,
  raceForTwoCreators,
  racePaymentsWithOneId,
  raceWithOneKey,
  retryAfterFault,
} from './redeem-races.ts';

// Requests that race over HTTP have exact results, on Postgres even with three daemons.
const FIELDS: [DatabaseKind, number][] = [
  ['sqlite', 1],
  ['postgres', 3],
];
const PATIENCE = 120_000;

describe.each(FIELDS)('on %s, daemons: %i', (kind, count) => {
  let racing: Racing;
  beforeAll(async () => {
    racing = await startRacing(kind, count);
  });
  afterAll(() => racing?.close());

  test(
    'a limit of 1,000 holds exactly while 5,000 users redeem',
    async () => {
      expect(judgeLimits(await raceForLimits(racing, ['THOUSAND'], 1000, 5000))).toEqual([]);
    },
    PATIENCE,
  );

  test(
    'each of 200 one-use codes is used exactly once while 50 users redeem it',
    async () => {
      const codes = Array.from({ length: 200 }, (_, n) => `ONCE-${n}`);
      expect(judgeLimits(await raceForLimits(racing, codes, 1, 50))).toEqual([]);
    },
    PATIENCE,
  );

  test('one user, 100 parallel redeems of one code: one claim, which each refusal names', async () => {
    expect(judgeOneUser(await raceForOneCode(racing))).toEqual([]);
  });

  test('one user, 100 parallel redeems of two creators’ codes: one claim, one link', async () => {
    expect(judgeOneUser(await raceForTwoCreators(racing))).toEqual([]);
  });

  test('100 parallel requests with one Idempotency-Key: one effect, equal responses, another body refused', async () => {
    expect(judgeOneKey(await raceWithOneKey(racing))).toEqual([]);
  });

  test('100 parallel payments with one ID: one effect, equal responses, another body refused', async () => {
    expect(judgeOneKey(await racePaymentsWithOneId(racing))).toEqual([]);
  });

  test('refusals are replayed, too', async () => {
    const ask = () => racing.redeem(0, 'lost', 'NO-SUCH-CODE', 'refused');
    const { status, body } = await ask();
    expect(status).toBe(404);
    expect(await ask()).toEqual({ status, body, replayed: true });
  });

  test('a fault of the daemon is never stored as the response', async () => {
    expect(judgeAfterFault(await retryAfterFault(racing, 'MENDED'))).toEqual([]);
  });

  test('sabotage: a stored fault is noticed', async () => {
    const keepFault = async () => {
      await racing.redeem(0, 'unlucky', 'KEPT', 'key of KEPT');
      await runSql(racing.url, "update idempotency_keys set status = 500 where idempotency_key = 'key of KEPT'");
    };
    const facts = await retryAfterFault(racing, 'KEPT', keepFault);
    expect(judgeAfterFault(facts)).toEqual(['after the repair, the response was 500']);
  });
});

// The same races run on a database without its guards. SQLite has one writer and no lock to remove, so the rows that
// the guards read are left out instead.
describe.each(FIELDS)('sabotage on %s, daemons: %i', (kind, count) => {
  let racing: Racing;
  let unlocked: Unlocked | undefined;
  beforeAll(async () => {
    if (kind === 'postgres') unlocked = dropLimitLock(count);
    racing = await startRacing(kind, count, { booksMayDiffer: true });
    const { url } = racing;
    await leaveOut(url, { table: 'idempotency_keys' });
    await leaveOut(url, { table: 'payment_requests' });
    if (kind === 'postgres') await dropClaimKeys(url);
    else {
      await leaveOut(url, { table: 'codes', by: 'update of used' });
      await leaveOut(url, { table: 'claims', when: "new.user_id in ('solo', 'torn')" });
      await leaveOut(url, { table: 'links' });
    }
  });
  afterAll(async () => {
    unlocked?.restore();
    await racing?.close();
  });
  beforeEach(() => unlocked?.meet());
  const SEVERAL = '([2-9]|\\d{2,})';

  test('a limit that is not enforced is noticed', async () => {
    const faults = judgeLimits(await raceForLimits(racing, ['LAST'], 1, 600));
    expect(faults).toEqual([
      expect.stringMatching(/^LAST: \d+ acknowledged instead of 1$/),
      expect.stringMatching(/^LAST: \d+ stored instead of 1$/),
    ]);
  });

  test('a second claim is noticed', async () => {
    const faults = judgeOneUser(await raceForOneCode(racing));
    expect(faults).toContainEqual(expect.stringMatching(`^${SEVERAL} claims acknowledged$`));
  });

  test('a second link is noticed', async () => {
    const faults = judgeOneUser(await raceForTwoCreators(racing));
    expect(faults).toContainEqual(expect.stringMatching(`^${SEVERAL} links acknowledged$`));
  });

  test('responses that are not stored are noticed', async () => {
    const faults = judgeOneKey(await raceWithOneKey(racing));
    expect(faults).toContainEqual(expect.stringMatching(/^\d+ different responses$/));
    expect(faults).toContain('another body gets ok');
  });

  test('payments that are accepted again are noticed', async () => {
    const faults = judgeOneKey(await racePaymentsWithOneId(racing));
    expect(faults).toContainEqual(expect.stringMatching(`^${SEVERAL} effects$`));
  });
});
