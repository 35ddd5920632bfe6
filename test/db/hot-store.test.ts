import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Handle } from '../../daemon/db/database.ts';
import type { SdkEventItem } from '../../daemon/domain/events/sdk-event.ts';
import type { RedeemItem, RedeemOutcome } from '../../daemon/domain/redeem/redeem-batch.ts';
import { createBatcher } from '../../daemon/hot/batcher.ts';
import { createHotStore } from '../../daemon/hot/create-hot-store.ts';
import { compareMinor } from '../../daemon/lib/money.ts';
import { makeCampaign, makeCode } from '../support/database/campaigns.ts';
import { payment, paymentRequest, redeemItem, resultOf } from '../support/database/hot-items.ts';
import { faultsIn } from '../support/database/verify-books.ts';
import { NOW } from '../support/world/defaults.ts';
import { onEachDatabase } from '../support/world/each-database.ts';

// Both implementations of HotStore must behave in the same way. The tests in test/rules cover the decisions.
onEachDatabase((database) => {
  let campaignId: number;
  let baseId: number;
  let annId: number;
  beforeAll(async () => {
    const db = database();
    campaignId = await makeCampaign(db);
    await makeCode(db, campaignId, { code: 'GIFT' });
    await makeCode(db, campaignId, { code: 'TWO', usageLimit: 2 });
    baseId = await makeCode(db, campaignId, { code: 'BASE', kind: 'referral', usageLimit: 4, creatorUsageLimit: 3 });
    annId = await makeCode(db, campaignId, { code: 'ANN', kind: 'creator', baseCodeId: baseId, creatorId: 'ann' });
    await makeCode(db, campaignId, { code: 'BEN', kind: 'creator', baseCodeId: baseId, creatorId: 'ben' });
  });
  const redeem = async (...items: Parameters<typeof redeemItem>[]) =>
    (
      await createHotStore(database()).redeem(
        items.map((item) => redeemItem(...item)),
        NOW,
      )
    ).map(resultOf);

  test('a claim is stored with its link, and found by the next batch', async () => {
    const [first] = await createHotStore(database()).redeem([redeemItem('u1', 'ANN')], NOW);
    expect(first).toMatchObject({ ok: true, linked: true, creatorId: 'ann', codeType: 'referral' });
    const [second] = await createHotStore(database()).redeem([redeemItem('u1', 'BEN')], NOW);
    const claimId = first && 'claimId' in first ? first.claimId : null;
    expect(second).toMatchObject({ problem: { code: 'already_redeemed', extra: { redemption_id: String(claimId) } } });
    const [link] = await database().read(({ db, t }) => db.select().from(t.links).where(eq(t.links.user_id, 'u1')));
    expect(link).toMatchObject({ creator_id: 'ann', claim_id: claimId });
  });

  test('limits apply across batches: for a code, for each creator code, and for all creator codes together', async () => {
    expect(await redeem(['a', 'TWO'], ['b', 'TWO'], ['c', 'TWO'])).toEqual(['ok', 'ok', 'limit_reached']);
    expect(await redeem(['d', 'TWO'])).toEqual(['limit_reached']);
    expect(await redeem(['u2', 'ANN'], ['u3', 'ANN'], ['u4', 'ANN'])).toEqual(['ok', 'ok', 'limit_reached']);
    expect(await redeem(['u4', 'BEN'], ['u5', 'BEN'])).toEqual(['ok', 'limit_reached']);
  });

  test('a later batch repeats the response for an idempotency key, byte for byte', async () => {
    const keyed = (requestHash: string) => redeemItem('idem', 'GIFT', { idempotency: { key: 'k', requestHash } });
    const [first] = await createHotStore(database()).redeem([keyed('h')], NOW);
    const [again] = await createHotStore(database()).redeem([keyed('h')], NOW + 5);
    const [other] = await createHotStore(database()).redeem([keyed('x')], NOW + 5);
    expect(resultOf(first)).toBe('ok');
    expect(again).toMatchObject({ replay: { status: 200, body: expect.stringContaining('"redemption_id"') } });
    expect(resultOf(other)).toBe('idempotency_mismatch');
  });

  test('failed attempts are stored, and twenty unknown codes lock the user out for ten minutes', async () => {
    for (let n = 0; n < 20; n += 1) expect(await redeem(['guesser', 'WRONG'])).toEqual(['code_not_found']);
    expect(await redeem(['guesser', 'GIFT'])).toEqual(['too_many_guesses']);
    const later = await createHotStore(database()).redeem([redeemItem('guesser', 'GIFT')], NOW + 600_001);
    expect(later.map(resultOf)).toEqual(['ok']);
    const tries = await database().read(({ db, t }) =>
      db.select().from(t.refused_tries).where(eq(t.refused_tries.user_id, 'guesser')),
    );
    expect(tries).toHaveLength(20);
    expect(tries.every(({ is_validate }) => is_validate === false)).toBe(true);
  });

  test('failed attempts stored while the clock was ten days ahead do not lock the user out once the clock is right', async () => {
    const ahead = NOW + 10 * 86_400_000;
    for (let n = 0; n < 20; n += 1) await createHotStore(database()).redeem([redeemItem('early', 'WRONG')], ahead);
    const [locked] = await createHotStore(database()).redeem([redeemItem('early', 'GIFT')], ahead);
    expect(locked && resultOf(locked)).toBe('too_many_guesses');
    expect(await redeem(['early', 'GIFT'])).toEqual(['ok']);
  });

  test('failed validate requests are stored as such, and those with unknown codes count as guesses', async () => {
    const validate = (code: string) => redeemItem('asker', code, { mode: 'validate' });
    const items = [validate('GIFT'), validate('NO'), redeemItem('asker', 'NO')];
    expect((await createHotStore(database()).redeem(items, NOW)).map(resultOf)).toEqual([
      'ok',
      'code_not_found',
      'code_not_found',
    ]);
    expect(await redeem(['asker', 'GIFT'])).toEqual(['ok']);
    expect((await createHotStore(database()).redeem([validate('GIFT')], NOW)).map(resultOf)).toEqual([
      'already_redeemed',
    ]);
    const tries = await database().read(({ db, t }) =>
      db.select().from(t.refused_tries).where(eq(t.refused_tries.user_id, 'asker')).orderBy(t.refused_tries.try_id),
    );
    expect(tries.map(({ code, reason, is_validate }) => [code, reason, is_validate])).toEqual([
      ['NO', 'code_not_found', true],
      ['NO', 'code_not_found', false],
      ['GIFT', 'already_redeemed', true],
    ]);
    for (let n = 0; n < 18; n += 1) await createHotStore(database()).redeem([validate('NO')], NOW);
    expect(await redeem(['asker', 'GIFT'])).toEqual(['too_many_guesses']);
  });

  test('payments accrue to the linked creator, refunds reverse them, and repeated requests get the same response', async () => {
    const hot = createHotStore(database());
    const request = paymentRequest([payment('u1', 1000, { transactionId: 't1' })], { requestId: 'r1' });
    const [first] = await hot.pay([request], NOW + 2);
    expect(first).toMatchObject({ ok: true, answer: { id: 'r1', accepted: 1, duplicates: 0 } });
    expect(await hot.pay([request], NOW + 3)).toEqual([first]);
    expect(await hot.pay([{ ...request, requestHash: 'x' }], NOW + 3)).toMatchObject([
      { problem: { code: 'duplicate_request' } },
    ]);
    await hot.pay([paymentRequest([payment('u1', -300, { refundOf: 't1' }), payment('u1', -200)])], NOW + 4);
    expect(await hot.pay([paymentRequest([payment('u1', -701, { refundOf: 't1' })])], NOW + 4)).toMatchObject([
      { problem: { code: 'refund_exceeds_payment' } },
    ]);
    const rows = await database().read(({ db, t }) =>
      db.select().from(t.accruals).where(eq(t.accruals.user_id, 'u1')).orderBy(t.accruals.accrual_id),
    );
    expect(rows.map((row) => row.amount)).toEqual([1000n, -300n, -200n]);
    expect(rows.slice(1).every((row) => row.reverses_accrual_id === rows[0]?.accrual_id)).toBe(true);
    expect(rows.every((row) => row.code_id === annId && row.settlement_no === 1)).toBe(true);
  });

  test('a refund stored before its payment takes effect when the payment arrives', async () => {
    const hot = createHotStore(database());
    await hot.pay([paymentRequest([payment('u2', -40, { refundOf: 'late' })])], NOW + 2);
    await hot.pay([paymentRequest([payment('u2', 100, { transactionId: 'late' })])], NOW + 3);
    const rows = await database().read(({ db, t }) => db.select().from(t.accruals).where(eq(t.accruals.user_id, 'u2')));
    expect(rows.map((row) => row.amount).sort(compareMinor)).toEqual([-40n, 100n]);
  });

  test('an SDK event is stored once, and connects its anonymous ID with the user', async () => {
    const event: SdkEventItem = {
      eventId: '0193c5a0-0000-7000-8000-000000000001',
      createdAt: NOW,
      gameId: 'game',
      eventType: 'web_login',
      eventSubType: 'user_login',
      sessionId: 's',
      anonId: 'anon_1',
      userId: 'u1',
      referralLink: null,
      payload: '{}',
    };
    const hot = createHotStore(database());
    expect(await hot.ingest([event, event], NOW)).toEqual([false, true]);
    expect(await hot.ingest([event], NOW)).toEqual([true]);
    const joined = await database().read(({ db, t }) => db.select().from(t.identities));
    expect(joined).toMatchObject([{ anon_id: 'anon_1', user_id: 'u1' }]);
  });

  test('an item that the database refuses does not make the rest of its batch fail', async () => {
    const { add } = createBatcher<RedeemItem, RedeemOutcome>({
      run: (items) => createHotStore(database()).redeem(items, NOW),
      maxItems: 10,
    });
    const poison = redeemItem('poison', 'GIFT', { keyId: null as unknown as number });
    const settled = await Promise.allSettled(
      [redeemItem('before', 'GIFT'), poison, redeemItem('after', 'GIFT')].map(add),
    );
    expect(settled.map((one) => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('a snapshot shows the state at one moment, whatever is written while it is open', async () => {
    const db = database();
    const claimsIn = async ({ db: snapshot, t }: Handle) => (await snapshot.select().from(t.claims)).length;
    const before = await db.readSnapshot(async (handle) => {
      const first = await claimsIn(handle);
      expect(await redeem(['meanwhile', 'GIFT'])).toEqual(['ok']);
      expect(await claimsIn(handle)).toBe(first);
      expect(await db.readSnapshot(claimsIn)).toBe(first + 1);
      return first;
    });
    await expect(db.readSnapshot(() => Promise.reject(new Error('half read')))).rejects.toThrow('half read');
    expect(await db.readSnapshot(claimsIn)).toBe(before + 1);
  });

  test('verify reports a tampered figure', async () => {
    const db = database();
    expect(await faultsIn(db)).toEqual([]);
    await db.write(({ db: tx, t }) => tx.update(t.codes).set({ used: 99 }).where(eq(t.codes.code_id, baseId)));
    expect(await faultsIn(db)).toContain(`codes.used code ${baseId}: 99 instead of 4`);
    await db.write(({ db: tx, t }) => tx.update(t.codes).set({ used: 4 }).where(eq(t.codes.code_id, baseId)));
    expect(await faultsIn(db)).toEqual([]);
  });
});
