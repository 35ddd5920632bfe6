import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Database } from '../../daemon/db/database.ts';
import { makeCampaign, makeCode, NOW, payment, paymentRequest, redeemItem, resultOf } from '../support/books.ts';
import { onEachDatabase } from '../support/each-database.ts';

// A7: seeded random operations against a small model in memory. A failure prints its seed and its shrunk operations;
// REDEEMD_SEED replays one, REDEEMD_MODEL_SEEDS sets how many seeds run.
const SEEDS = Number(process.env.REDEEMD_MODEL_SEEDS ?? 200);
const OPERATIONS = 200;
const BATCH = 25;

type Operation =
  | { kind: 'redeem'; user: number; code: number }
  | { kind: 'pay'; user: number; amount: number; name: number }
  | { kind: 'refund'; user: number; amount: number }
  | { kind: 'refund-of'; name: number; amount: number };

const user = fc.nat(7);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('redeem' as const), user, code: fc.nat(4) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      user,
      amount: fc.integer({ min: 1, max: 500 }),
      name: fc.nat(30),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('refund' as const), user, amount: fc.integer({ min: 1, max: 300 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('refund-of' as const),
      name: fc.nat(30),
      amount: fc.integer({ min: 1, max: 300 }),
    }),
  },
);

/** What the service must do, in the plainest words. */
function createModel({ forgetsLinks = false } = {}) {
  const limits = [Number.POSITIVE_INFINITY, 3, Number.POSITIVE_INFINITY, 4, Number.POSITIVE_INFINITY];
  const used = [0, 0, 0, 0, 0];
  const claimed = new Map<string, number>();
  const creatorOf = [null, null, 'ann', 'ben', 'ann2'];
  const linked = new Map<number, string>();
  const latest = new Map<string, number>();
  const paid = new Map<number, { user: number; amount: number }>();
  const refunded = new Map<number, number>();
  const open: { user: number; name: number; left: number }[] = [];
  const takeFrom = (list: typeof open, amount: number) => {
    let left = amount;
    for (const accrual of list) {
      const taken = Math.min(left, accrual.left);
      accrual.left -= taken;
      left -= taken;
    }
  };
  return {
    // Codes 2 and 3 are of one referral code, 4 of another: a user claims one of 2 and 3 only.
    redeem: (who: number, code: number) => {
      const base = code === 3 ? 2 : code;
      if (claimed.has(`${who} ${base}`)) return 'already_redeemed';
      if ((used[code] ?? 0) >= (limits[code] ?? 0)) return 'limit_reached';
      claimed.set(`${who} ${base}`, code);
      used[code] = (used[code] ?? 0) + 1;
      const creator = creatorOf[code];
      if (creator && !linked.has(who) && !forgetsLinks) linked.set(who, creator);
      if (creator) latest.set(`${who} ${creator}`, code);
      return 'ok';
    },
    pay: (who: number, amount: number, name: number) => {
      const earlier = paid.get(name);
      if (earlier) return earlier.user === who && earlier.amount === amount ? 'ok' : 'transaction_conflict';
      paid.set(name, { user: who, amount });
      const creator = linked.get(who);
      if (creator && latest.has(`${who} ${creator}`)) {
        const accrual = { user: who, name, left: amount };
        open.push(accrual);
        takeFrom([accrual], refunded.get(name) ?? 0);
      }
      return 'ok';
    },
    refund: (who: number, amount: number) => {
      takeFrom(open.filter((accrual) => accrual.user === who).reverse(), amount);
      return 'ok';
    },
    refundOf: (name: number, amount: number) => {
      const original = paid.get(name);
      const sum = (refunded.get(name) ?? 0) + amount;
      if (original && sum > original.amount) return 'refund_exceeds_payment';
      refunded.set(name, sum);
      takeFrom(
        open.filter((accrual) => accrual.name === name),
        amount,
      );
      return 'ok';
    },
    books: (): Books => ({
      claims: claimed.size,
      links: [...linked].map(([who, creator]) => `u${who} ${creator}`).sort(),
      owed: open.reduce((sum, accrual) => sum + accrual.left, 0),
    }),
  };
}

interface Books {
  claims: number;
  links: string[];
  owed: number;
}

const judge = (stored: Books, model: Books): string[] =>
  (['claims', 'links', 'owed'] as const).flatMap((what) =>
    String(stored[what]) === String(model[what]) ? [] : [`${what}: ${stored[what]} instead of ${model[what]}`],
  );

const CODES = ['GIFT', 'THREE', 'ANN', 'BEN', 'ANN2'];

async function play(db: Database, operations: readonly Operation[], seed: string, model = createModel()) {
  const campaignId = await makeCampaign(db);
  const code = (name: string) => `${name}_${seed}`;
  await makeCode(db, campaignId, { code: code('GIFT') });
  await makeCode(db, campaignId, { code: code('THREE'), usageLimit: 3 });
  const first = await makeCode(db, campaignId, { code: code('B1'), kind: 'referral' });
  const second = await makeCode(db, campaignId, { code: code('B2'), kind: 'referral' });
  const creator = { kind: 'creator' as const };
  await makeCode(db, campaignId, { ...creator, code: code('ANN'), baseCodeId: first, creatorId: `ann ${seed}` });
  await makeCode(db, campaignId, {
    ...creator,
    code: code('BEN'),
    baseCodeId: first,
    creatorId: `ben ${seed}`,
    usageLimit: 4,
  });
  await makeCode(db, campaignId, { ...creator, code: code('ANN2'), baseCodeId: second, creatorId: `ann2 ${seed}` });
  const who = (n: number) => `u${n} ${seed}`;
  const event = (op: Exclude<Operation, { kind: 'redeem' }>) => {
    const name = 'name' in op ? `t${op.name} ${seed}` : null;
    if (op.kind === 'pay') return payment(who(op.user), op.amount, { transactionId: name });
    if (op.kind === 'refund') return payment(who(op.user), -op.amount);
    return payment(who(0), -op.amount, { refundOf: name });
  };
  const expected = (op: Operation) => {
    if (op.kind === 'redeem') return model.redeem(op.user, op.code);
    if (op.kind === 'pay') return model.pay(op.user, op.amount, op.name);
    return op.kind === 'refund' ? model.refund(op.user, op.amount) : model.refundOf(op.name, op.amount);
  };
  for (let at = 0; at < operations.length; ) {
    const redeems = operations[at]?.kind === 'redeem';
    let end = at + 1;
    while (end < operations.length && end - at < BATCH && (operations[end]?.kind === 'redeem') === redeems) end += 1;
    const batch = operations.slice(at, end);
    const results = redeems
      ? (
          await db.hot.redeem(
            batch.flatMap((op) => (op.kind === 'redeem' ? [redeemItem(who(op.user), code(CODES[op.code] ?? ''))] : [])),
            NOW + 1,
          )
        ).map(resultOf)
      : (
          await db.hot.pay(
            batch.flatMap((op) => (op.kind === 'redeem' ? [] : [paymentRequest([event(op)])])),
            NOW + 2,
          )
        ).map((outcome) => (outcome.ok ? 'ok' : 'problem' in outcome ? outcome.problem.code : 'stale'));
    expect(results).toEqual(batch.map(expected));
    at = end;
  }
  return judge(await stored(db, seed), model.books());
}

async function stored(db: Database, seed: string): Promise<Books> {
  const of = (id: string) => id.endsWith(` ${seed}`);
  return db.read(async ({ db: tx, t }) => ({
    claims: (await tx.select({ user: t.claims.user_id }).from(t.claims)).filter((row) => of(row.user)).length,
    links: (await tx.select().from(t.links))
      .filter((row) => of(row.user_id))
      .map((row) => `${row.user_id.split(' ')[0]} ${row.creator_id.split(' ')[0]}`)
      .sort(),
    owed: (await tx.select({ user: t.accruals.user_id, amount: t.accruals.amount }).from(t.accruals))
      .filter((row) => of(row.user))
      .reduce((sum, row) => sum + Number(row.amount), 0),
  }));
}

onEachDatabase((database) => {
  test(`${SEEDS} seeds × ${OPERATIONS} operations do as the model does`, async () => {
    const seed = process.env.REDEEMD_SEED === undefined ? undefined : Number(process.env.REDEEMD_SEED);
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: OPERATIONS, maxLength: OPERATIONS }), async (operations) => {
        run += 1;
        expect(await play(database(), operations, `S${run}`)).toEqual([]);
      }),
      { numRuns: SEEDS, endOnFailure: true, ...(seed === undefined ? {} : { seed }) },
    );
  }, 600_000);

  test('sabotage: a model that forgets links is told apart', async () => {
    const operations: Operation[] = [
      { kind: 'redeem', user: 0, code: 2 },
      { kind: 'pay', user: 0, amount: 100, name: 1 },
    ];
    const forgetful = createModel({ forgetsLinks: true });
    expect(await play(database(), operations, 'SABOTAGE', forgetful)).toEqual([
      'links: u0 ann instead of ',
      'owed: 100 instead of 0',
    ]);
  });
});
