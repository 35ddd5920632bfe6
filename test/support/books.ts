import type { Database } from '../../daemon/db/database.ts';
import { seedOrganisation } from '../../daemon/db/seed.ts';
import type { PaymentEvent, PaymentRequestItem } from '../../daemon/features/payments/payment-rules.ts';
import type { RedeemItem, RedeemOutcome } from '../../daemon/features/redemptions/redeem-rules.ts';
import { verifyFigures } from '../../daemon/features/verify/verify-figures.ts';

/** The instant tests of the stores take for now. */
export const NOW = Date.UTC(2026, 5, 1, 12);

export interface CodeSpec {
  code: string;
  kind?: 'redeem' | 'referral' | 'creator';
  baseCodeId?: number;
  creatorId?: string;
  usageLimit?: number | null;
  creatorUsageLimit?: number | null;
}

/** Puts a running campaign into an empty database. @returns its id */
export async function makeCampaign(db: Database, percent = 10): Promise<number> {
  await seedOrganisation(db, NOW);
  return db.write(async ({ db: tx, t }) => {
    const [terms] = await tx
      .insert(t.commission_terms)
      .values({ kind: 'fixed', content: String(percent), created_at: NOW })
      .onConflictDoUpdate({ target: [t.commission_terms.kind, t.commission_terms.content], set: { created_at: NOW } })
      .returning();
    const [campaign] = await tx
      .insert(t.campaigns)
      .values({
        name: 'Summer',
        starts_at: NOW - 1000,
        ends_at: NOW + 1_000_000,
        stage: 'published',
        terms_id: terms?.terms_id ?? null,
        notes: '',
        settlement_no: 1,
        created_at: NOW,
        updated_at: NOW,
      })
      .returning();
    return campaign?.campaign_id as number;
  });
}

/** Adds a code, and its creator where it has one. @returns the code's id */
export function makeCode(db: Database, campaignId: number, spec: CodeSpec): Promise<number> {
  return db.write(async ({ db: tx, t }) => {
    if (spec.creatorId)
      await tx
        .insert(t.creators)
        .values({ creator_id: spec.creatorId, status: 'active', created_at: NOW, updated_at: NOW })
        .onConflictDoNothing();
    const [row] = await tx
      .insert(t.codes)
      .values({
        campaign_id: campaignId,
        kind: spec.kind ?? 'redeem',
        code: spec.code,
        code_norm: spec.code,
        name: spec.code,
        root_url: 'https://game.example/redeem',
        usage_limit: spec.usageLimit ?? null,
        creator_usage_limit: spec.creatorUsageLimit ?? null,
        used: 0,
        active: true,
        rewards_json: '{"gold":1}',
        base_code_id: spec.baseCodeId ?? null,
        creator_id: spec.creatorId ?? null,
        status: 'approved',
        created_at: NOW,
        updated_at: NOW,
      })
      .returning();
    return row?.code_id as number;
  });
}

export const redeemItem = (userId: string, code: string, change: Partial<RedeemItem> = {}): RedeemItem => ({
  mode: 'redeem',
  userId,
  typed: code,
  norm: code,
  keyId: 1,
  familyId: 1,
  requestId: 'test',
  ...change,
});

export const payment = (userId: string, amount: number, change: Partial<PaymentEvent> = {}): PaymentEvent => ({
  gameId: 'game',
  transactionId: null,
  userId,
  amount,
  refundOf: null,
  createdAt: NOW + 1,
  ...change,
});

export const paymentRequest = (
  events: PaymentEvent[],
  change: Partial<PaymentRequestItem> = {},
): PaymentRequestItem => ({
  familyId: 1,
  requestId: null,
  requestHash: 'hash',
  currency: 'USD',
  currencyDigits: 2,
  events,
  ...change,
});

/** `ok`, `replay`, or the refusal's code. */
export const resultOf = (outcome: RedeemOutcome | undefined) =>
  !outcome ? 'none' : 'replay' in outcome ? 'replay' : outcome.ok ? 'ok' : outcome.problem.code;

/** Every difference between counters and rows, as text; a clean book has none. */
export const faultsIn = async (db: Database) =>
  (await verifyFigures(db)).map((d) => `${d.table} ${d.key}: ${d.stored} instead of ${d.computed}`);
