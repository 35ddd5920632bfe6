import type { Database } from '../../../daemon/db/database.ts';
import { seedOrganisation } from '../../../daemon/db/seed.ts';
import { COMMISSION_PERCENT, NOW, REWARDS_JSON, ROOT_URL } from '../world/defaults.ts';

export interface CodeSpec {
  code: string;
  kind?: 'redeem' | 'referral' | 'creator';
  baseCodeId?: number;
  creatorId?: string;
  usageLimit?: number | null;
  creatorUsageLimit?: number | null;
}

/** Adds a published campaign to a database, and the organisation if it is missing. @returns the campaign's ID */
export async function makeCampaign(
  db: Database,
  { from = NOW - 1000, to = NOW + 1_000_000 }: { from?: number; to?: number } = {},
): Promise<number> {
  await seedOrganisation(db, NOW);
  return db.write(async ({ db: tx, t }) => {
    const [terms] = await tx
      .insert(t.commission_terms)
      .values({ kind: 'fixed', content: String(COMMISSION_PERCENT), created_at: NOW })
      .onConflictDoUpdate({ target: [t.commission_terms.kind, t.commission_terms.content], set: { created_at: NOW } })
      .returning();
    const [campaign] = await tx
      .insert(t.campaigns)
      .values({
        name: 'Summer',
        starts_at: from,
        ends_at: to,
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

/** Adds a code and, if it has one, its creator. @returns the code's ID */
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
        root_url: ROOT_URL,
        usage_limit: spec.usageLimit ?? null,
        creator_usage_limit: spec.creatorUsageLimit ?? null,
        used: 0,
        active: true,
        rewards_json: REWARDS_JSON,
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
