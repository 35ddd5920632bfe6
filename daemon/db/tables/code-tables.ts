import { sql } from 'drizzle-orm';
import type { Kit } from '../sqlite/sqlite-kit.ts';
import type { OrganisationTables } from './organisation-tables.ts';
import type {
  BulkJobKind,
  BulkJobStatus,
  CampaignStage,
  CodeKind,
  CodeStatus,
  CreatorStatus,
  RemedyKind,
  ReportStatus,
} from './words.ts';

/** Campaigns, creators, codes and what players do with codes. */
export function codeTables(
  { bigCount, flag, id, index, instant, integer, primaryKey, reference, table, text, uniqueIndex }: Kit,
  { commission_terms }: Pick<OrganisationTables, 'commission_terms'>,
) {
  const campaigns = table('campaigns', {
    campaign_id: id('campaign_id'),
    name: text('name').notNull(),
    starts_at: instant('starts_at').notNull(),
    ends_at: instant('ends_at').notNull(),
    stage: text('stage').$type<CampaignStage>().notNull(),
    archived_at: instant('archived_at'),
    terms_id: reference('terms_id').references(() => commission_terms.terms_id),
    notes: text('notes').notNull(),
    settlement_no: reference('settlement_no').notNull(),
    created_at: instant('created_at').notNull(),
    updated_at: instant('updated_at').notNull(),
  });

  const creators = table('creators', {
    creator_id: text('creator_id').primaryKey(),
    display_name: text('display_name'),
    email: text('email'),
    status: text('status').$type<CreatorStatus>().notNull(),
    /** A personal percentage that wins over the tiers of campaign and organisation. */
    terms_id: reference('terms_id').references(() => commission_terms.terms_id),
    payout_method: text('payout_method'),
    payout_address: text('payout_address'),
    /** Why nothing is paid to the creator for now; null where nothing is held. */
    payout_hold: text('payout_hold'),
    /** No daily results by e-mail from here on. */
    unsubscribed_at: instant('unsubscribed_at'),
    created_at: instant('created_at').notNull(),
    updated_at: instant('updated_at').notNull(),
  });

  /** Main codes (kind redeem or referral) and the creators' own codes (kind creator, with a base code). */
  const codes = table(
    'codes',
    {
      code_id: id('code_id'),
      campaign_id: reference('campaign_id')
        .notNull()
        .references(() => campaigns.campaign_id),
      kind: text('kind').$type<CodeKind>().notNull(),
      code: text('code').notNull(),
      /** The form codes are compared by; null once rejected, which frees the value. */
      code_norm: text('code_norm'),
      name: text('name').notNull(),
      root_url: text('root_url').notNull(),
      usage_limit: bigCount('usage_limit'),
      creator_usage_limit: bigCount('creator_usage_limit'),
      /** Claims so far, kept exact only where a limit applies; the counters hold the figure for everything else. */
      used: bigCount('used').notNull(),
      active: flag('active').notNull(),
      rewards_json: text('rewards_json').notNull(),
      base_code_id: reference('base_code_id'),
      creator_id: text('creator_id').references(() => creators.creator_id),
      status: text('status').$type<CodeStatus>().notNull(),
      rejection_reason: text('rejection_reason'),
      created_at: instant('created_at').notNull(),
      updated_at: instant('updated_at').notNull(),
      decided_at: instant('decided_at'),
      /** The bulk job that made it. */
      job_id: reference('job_id'),
    },
    (t) => [
      uniqueIndex('codes_norm').on(t.code_norm),
      uniqueIndex('codes_one_living_per_creator').on(t.base_code_id, t.creator_id).where(sql`status <> 'rejected'`),
      index('codes_campaign').on(t.campaign_id, t.kind),
      index('codes_creator').on(t.creator_id),
      // The moderation queue, oldest first, among all the codes there are.
      index('codes_status').on(t.status, t.kind, t.created_at, t.code_id),
      // The list of a campaign's main codes, newest first and by name; with what it is filtered and searched by.
      index('codes_newest').on(t.campaign_id, t.created_at, t.code_id, t.kind, t.active).where(sql`kind <> 'creator'`),
      index('codes_name')
        .on(t.campaign_id, sql`lower(name)`, t.code_id, t.kind, t.active, t.code_norm)
        .where(sql`kind <> 'creator'`),
      index('codes_job').on(t.job_id).where(sql`job_id is not null`),
    ],
  );

  /** The one row of an unlimited code is never locked; each claim of one user of one base code is one row. */
  const claims = table(
    'claims',
    {
      claim_id: id('claim_id'),
      user_id: text('user_id').notNull(),
      code_id: reference('code_id').notNull(),
      base_code_id: reference('base_code_id').notNull(),
      linked: flag('linked').notNull(),
      key_id: reference('key_id').notNull(),
      created_at: instant('created_at').notNull(),
      report_status: text('report_status').$type<ReportStatus>(),
      report_detail: text('report_detail'),
      reported_at: instant('reported_at'),
      /** Set once support gave the use back: the row stays, and no longer counts. */
      released_at: instant('released_at'),
    },
    (t) => [
      uniqueIndex('claims_living').on(t.user_id, t.base_code_id).where(sql`released_at is null`),
      // A redeem writes nothing into it.
      index('claims_released').on(t.user_id).where(sql`released_at is not null`),
    ],
  );

  /** What support did to a claim, in order. */
  const claim_remedies = table(
    'claim_remedies',
    {
      remedy_id: id('remedy_id'),
      claim_id: reference('claim_id').notNull(),
      kind: text('kind').$type<RemedyKind>().notNull(),
      reason: text('reason').notNull(),
      staff_id: reference('staff_id').notNull(),
      created_at: instant('created_at').notNull(),
    },
    (t) => [index('claim_remedies_claim').on(t.claim_id)],
  );

  /** Codes made by the thousand, in steps that any daemon can go on with. */
  const bulk_jobs = table('bulk_jobs', {
    job_id: id('job_id'),
    campaign_id: reference('campaign_id')
      .notNull()
      .references(() => campaigns.campaign_id),
    kind: text('kind').$type<BulkJobKind>().notNull(),
    status: text('status').$type<BulkJobStatus>().notNull(),
    /** The codes' name; null where each line of a file brings its own. */
    name: text('name'),
    /** What is to be made, as JSON. */
    request: text('request').notNull(),
    total: bigCount('total').notNull(),
    done: bigCount('done').notNull(),
    error: text('error'),
    /** Until then the daemon that took the job is believed to be at it. */
    lease_until: instant('lease_until'),
    staff_id: reference('staff_id').notNull(),
    created_at: instant('created_at').notNull(),
    finished_at: instant('finished_at'),
  });

  const links = table('links', {
    user_id: text('user_id').primaryKey(),
    creator_id: text('creator_id').notNull(),
    claim_id: reference('claim_id').notNull(),
    created_at: instant('created_at').notNull(),
  });

  const refused_tries = table(
    'refused_tries',
    {
      try_id: id('try_id'),
      user_id: text('user_id').notNull(),
      code: text('code').notNull(),
      reason: text('reason').notNull(),
      /** The game only asked what redeeming would answer. */
      is_validate: flag('is_validate').notNull().default(false),
      family_id: reference('family_id').notNull(),
      created_at: instant('created_at').notNull(),
    },
    (t) => [index('refused_tries_user').on(t.user_id, t.created_at)],
  );

  const idempotency_keys = table(
    'idempotency_keys',
    {
      family_id: reference('family_id').notNull(),
      idempotency_key: text('idempotency_key').notNull(),
      request_hash: text('request_hash').notNull(),
      status: integer('status').notNull(),
      body: text('body').notNull(),
      created_at: instant('created_at').notNull(),
    },
    (t) => [
      primaryKey({ columns: [t.family_id, t.idempotency_key] }),
      index('idempotency_keys_created').on(t.created_at),
    ],
  );

  return { campaigns, creators, codes, claims, claim_remedies, bulk_jobs, links, refused_tries, idempotency_keys };
}

export type CodeTables = ReturnType<typeof codeTables>;
