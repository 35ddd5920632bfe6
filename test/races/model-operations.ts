import { eq, inArray, like } from 'drizzle-orm';
import fc from 'fast-check';
import type { Database } from '../../daemon/db/database.ts';
import type { PaymentEvent } from '../../daemon/domain/payments/payment-event.ts';
import { createHotStore } from '../../daemon/hot/create-hot-store.ts';
import { makeCampaign, makeCode } from '../support/database/campaigns.ts';
import { payment, paymentRequest, redeemItem, resultOf } from '../support/database/hot-items.ts';
import { CODES, type Model, sumOf } from './reference-model.ts';

// Random operations run in batches, on their own campaign; each outcome and the final figures must match the model.

export type Operation =
  | { kind: 'redeem'; user: number; code: number }
  | {
      kind: 'pay' | 'refund' | 'refund-of';
      user: number;
      amount: bigint;
      name: number;
      isNamed: boolean;
      game: string;
    };

const BATCH = 25;
const user = fc.nat(7);

/** @param amount generates the amount of a payment, above 0 */
export function operationWith(amount: fc.Arbitrary<bigint>): fc.Arbitrary<Operation> {
  const paymentOf = (kind: 'pay' | 'refund' | 'refund-of') =>
    fc.record({
      kind: fc.constant(kind),
      user,
      amount,
      name: fc.nat(30),
      isNamed: fc.boolean(),
      game: fc.constantFrom('game', 'game_b'),
    });
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('redeem' as const), user, code: fc.nat(4) }) },
    { weight: 3, arbitrary: paymentOf('pay') },
    { weight: 1, arbitrary: paymentOf('refund') },
    { weight: 1, arbitrary: paymentOf('refund-of') },
  );
}

export interface PlayedCampaign {
  campaignId: number;
  codeIds: number[];
  digits: number;
  /** Returns a name that is unique among the campaigns that are played in the database. */
  own: (name: string) => string;
}

/** Creates a campaign with the model's codes. */
export async function openPlayed(db: Database, seed: string, digits = 2): Promise<PlayedCampaign> {
  const campaignId = await makeCampaign(db);
  const own = (name: string) => `${name}_${seed}`;
  const base = (code: string) => makeCode(db, campaignId, { code: own(code), kind: 'referral' });
  const [first, second] = [await base('B1'), await base('B2')];
  const codeOf = (code: string, baseCodeId: number, usageLimit?: number) =>
    makeCode(db, campaignId, {
      code: own(code),
      kind: 'creator',
      baseCodeId,
      creatorId: own(code.toLowerCase()),
      usageLimit,
    });
  const codeIds = [
    await makeCode(db, campaignId, { code: own('GIFT') }),
    await makeCode(db, campaignId, { code: own('THREE'), usageLimit: 3 }),
    await codeOf('ANN', first),
    await codeOf('BEN', first, 4),
    await codeOf('ANN2', second),
  ];
  return { campaignId, codeIds, digits, own };
}

/** Runs the operations of one batch, all redeems or all payments. @returns each outcome, and the expected one */
export async function playBatch(
  db: Database,
  played: PlayedCampaign,
  batch: readonly Operation[],
  model: Model,
  at: number,
) {
  const { own } = played;
  const userOf = (op: Operation) => own(`u${op.user}`);
  const expected = batch.map((op) => {
    if (op.kind === 'redeem') return model.redeem(op.user, op.code);
    const paid = { user: op.user, amount: op.amount, game: op.game, at };
    if (op.kind === 'pay') return model.pay({ ...paid, name: op.isNamed ? op.name : null });
    return op.kind === 'refund' ? model.refund({ ...paid, name: null }) : model.refundOf({ ...paid, name: op.name });
  });
  const redeems = batch.flatMap((op) =>
    op.kind === 'redeem' ? redeemItem(userOf(op), own(CODES[op.code] ?? '')) : [],
  );
  if (redeems.length > 0) return { results: (await createHotStore(db).redeem(redeems, at)).map(resultOf), expected };
  const requests = batch.flatMap((op) => {
    if (op.kind === 'redeem') return [];
    const more = { gameId: op.game, createdAt: at };
    const requestOf = (event: PaymentEvent) => paymentRequest([event], { currencyDigits: played.digits });
    const name = own(`t${op.name}`);
    if (op.kind === 'pay')
      return requestOf(payment(userOf(op), op.amount, { ...more, transactionId: op.isNamed ? name : null }));
    return requestOf(payment(userOf(op), -op.amount, { ...more, refundOf: op.kind === 'refund' ? null : name }));
  });
  const outcomes = await createHotStore(db).pay(requests, at);
  const results = outcomes.map((outcome) =>
    outcome.ok ? 'ok' : 'problem' in outcome ? outcome.problem.code : 'stale',
  );
  return { results, expected };
}

/** Groups operations into batches of one kind, as the daemon's batcher does. */
export function batchesOf(operations: readonly Operation[]): Operation[][] {
  const batches: Operation[][] = [];
  for (const operation of operations) {
    const last = batches.at(-1);
    const isSame = last?.[0] && (last[0].kind === 'redeem') === (operation.kind === 'redeem');
    if (last && isSame && last.length < BATCH) last.push(operation);
    else batches.push([operation]);
  }
  return batches;
}

/** Returns every figure of the campaign that differs from the model. */
export async function differences(db: Database, played: PlayedCampaign, model: Model): Promise<string[]> {
  const stored = await readBooks(db, played);
  const wanted: Record<string, unknown> = {
    claims: model.claims(),
    links: model.links(),
    codes: CODES.map((_, code) => String(sumOf(model.moves(), code < 2 ? `code ${code}` : `accrual ${code}`))),
    campaign: String(sumOf(model.moves(), 'campaign')),
    accrued: String(CODES.reduce((sum, _, code) => sum + sumOf(model.moves(), `accrual ${code}`), 0n)),
    unmatched: model.unmatched(),
  };
  return Object.entries(stored).flatMap(([what, value]) => {
    const [have, want] = [JSON.stringify(value), JSON.stringify(wanted[what])];
    return have === want ? [] : [`${what}: ${have} instead of ${want}`];
  });
}

const readBooks = (db: Database, { campaignId, codeIds, own }: PlayedCampaign) =>
  db.read(async ({ db: tx, t }) => {
    const ownIds = `%${own('')}`;
    const claims = await tx.select({ user: t.claims.user_id }).from(t.claims).where(like(t.claims.user_id, ownIds));
    const links = await tx.select().from(t.links).where(like(t.links.user_id, ownIds));
    const counters = await tx.select().from(t.code_counters).where(inArray(t.code_counters.code_id, codeIds));
    const hours = await tx.select().from(t.campaign_hours).where(eq(t.campaign_hours.campaign_id, campaignId));
    const payments = await tx.select().from(t.payments).where(like(t.payments.user_id, ownIds));
    const sums = new Map<string, bigint>();
    for (const { unmatched_reason: reason, unmatched_amount: amount } of payments)
      if (reason !== null) sums.set(reason, (sums.get(reason) ?? 0n) + (amount ?? 0n));
    const revenueOf = (codeId: number) =>
      counters.filter((row) => row.code_id === codeId).reduce((sum, row) => sum + row.revenue, 0n);
    const bare = (id: string) => id.slice(0, -own('').length);
    return {
      claims: claims.length,
      links: links.map((row) => `${bare(row.user_id)} ${bare(row.creator_id)}`).sort(),
      codes: codeIds.map((codeId) => String(revenueOf(codeId))),
      campaign: String(hours.reduce((sum, row) => sum + row.revenue, 0n)),
      accrued: String(hours.reduce((sum, row) => sum + row.creator_revenue, 0n)),
      unmatched: Object.fromEntries([...sums].map(([reason, amount]) => [reason, String(amount)]).sort()),
    };
  });
