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

// Campaigns, creators, codes and what players do with codes.

const campaignsTable = (k: Kit, commission_terms: OrganisationTables['commission_terms']) =>
  k.table('campaigns', {
    campaign_id: k.id('campaign_id'),
    name: k.text('name').notNull(),
    starts_at: k.instant('starts_at').notNull(),
    ends_at: k.instant('ends_at').notNull(),
    stage: k.text('stage').$type<CampaignStage>().notNull(),
    archived_at: k.instant('archived_at'),
    terms_id: k.reference('terms_id').references(() => commission_terms.terms_id),
    notes: k.text('notes').notNull(),
    settlement_no: k.reference('settlement_no').notNull(),
    created_at: k.instant('created_at').notNull(),
    updated_at: k.instant('updated_at').notNull(),
  });

const creatorsTable = (k: Kit, commission_terms: OrganisationTables['commission_terms']) =>
  k.table('creators', {
    creator_id: k.text('creator_id').primaryKey(),
    display_name: k.text('display_name'),
    email: k.text('email'),
    status: k.text('status').$type<CreatorStatus>().notNull(),
    /** A personal percentage that wins over the tiers of campaign and organisation. */
    terms_id: k.reference('terms_id').references(() => commission_terms.terms_id),
    payout_method: k.text('payout_method'),
    payout_address: k.text('payout_address'),
    /** Why nothing is paid to the creator for now; null where nothing is held. */
    payout_hold: k.text('payout_hold'),
    /** No daily results by e-mail from here on. */
    unsubscribed_at: k.instant('unsubscribed_at'),
    created_at: k.instant('created_at').notNull(),
    updated_at: k.instant('updated_at').notNull(),
  });

/** Main codes (kind redeem or referral) and the creators' own codes (kind creator, with a base code). */
const codesTable = (k: Kit, campaigns: ReturnType<typeof campaignsTable>, creators: ReturnType<typeof creatorsTable>) =>
  k.table(
    'codes',
    {
      code_id: k.id('code_id'),
      campaign_id: k
        .reference('campaign_id')
        .notNull()
        .references(() => campaigns.campaign_id),
      kind: k.text('kind').$type<CodeKind>().notNull(),
      code: k.text('code').notNull(),
      /** The form codes are compared by; null once rejected, which frees the value. */
      code_norm: k.text('code_norm'),
      name: k.text('name').notNull(),
      root_url: k.text('root_url').notNull(),
      usage_limit: k.bigCount('usage_limit'),
      creator_usage_limit: k.bigCount('creator_usage_limit'),
      /** Claims so far, kept exact only where a limit applies; the counters hold the figure for everything else. */
      used: k.bigCount('used').notNull(),
      active: k.flag('active').notNull(),
      rewards_json: k.text('rewards_json').notNull(),
      base_code_id: k.reference('base_code_id'),
      creator_id: k.text('creator_id').references(() => creators.creator_id),
      status: k.text('status').$type<CodeStatus>().notNull(),
      rejection_reason: k.text('rejection_reason'),
      created_at: k.instant('created_at').notNull(),
      updated_at: k.instant('updated_at').notNull(),
      decided_at: k.instant('decided_at'),
      /** The bulk job that made it. */
      job_id: k.reference('job_id'),
    },
    (t) => [
      k.uniqueIndex('codes_norm').on(t.code_norm),
      k.uniqueIndex('codes_one_living_per_creator').on(t.base_code_id, t.creator_id).where(sql`status <> 'rejected'`),
      k.index('codes_campaign').on(t.campaign_id, t.kind),
      k.index('codes_creator').on(t.creator_id),
      // The moderation queue, oldest first, among all the codes there are.
      k.index('codes_status').on(t.status, t.kind, t.created_at, t.code_id),
      // The list of a campaign's main codes, newest first and by name; with what it is filtered and searched by.
      k
        .index('codes_newest')
        .on(t.campaign_id, t.created_at, t.code_id, t.kind, t.active)
        .where(sql`kind <> 'creator'`),
      k
        .index('codes_name')
        .on(t.campaign_id, sql`lower(name)`, t.code_id, t.kind, t.active, t.code_norm)
        .where(sql`kind <> 'creator'`),
      k.index('codes_job').on(t.job_id).where(sql`job_id is not null`),
    ],
  );

/** The one row of an unlimited code is never locked; each claim of one user of one base code is one row. */
const claimsTable = (k: Kit) =>
  k.table(
    'claims',
    {
      claim_id: k.id('claim_id'),
      user_id: k.text('user_id').notNull(),
      code_id: k.reference('code_id').notNull(),
      base_code_id: k.reference('base_code_id').notNull(),
      linked: k.flag('linked').notNull(),
      key_id: k.reference('key_id').notNull(),
      created_at: k.instant('created_at').notNull(),
      report_status: k.text('report_status').$type<ReportStatus>(),
      report_detail: k.text('report_detail'),
      reported_at: k.instant('reported_at'),
      /** Set once support gave the use back: the row stays, and no longer counts. */
      released_at: k.instant('released_at'),
    },
    (t) => [
      k.uniqueIndex('claims_living').on(t.user_id, t.base_code_id).where(sql`released_at is null`),
      // A redeem writes nothing into it.
      k.index('claims_released').on(t.user_id).where(sql`released_at is not null`),
    ],
  );

/** What support did to a claim, in order. */
const claimRemediesTable = (k: Kit) =>
  k.table(
    'claim_remedies',
    {
      remedy_id: k.id('remedy_id'),
      claim_id: k.reference('claim_id').notNull(),
      kind: k.text('kind').$type<RemedyKind>().notNull(),
      reason: k.text('reason').notNull(),
      staff_id: k.reference('staff_id').notNull(),
      created_at: k.instant('created_at').notNull(),
    },
    (t) => [k.index('claim_remedies_claim').on(t.claim_id)],
  );

/** Codes made by the thousand, in steps that any daemon can go on with. */
const bulkJobsTable = (k: Kit, campaigns: ReturnType<typeof campaignsTable>) =>
  k.table('bulk_jobs', {
    job_id: k.id('job_id'),
    campaign_id: k
      .reference('campaign_id')
      .notNull()
      .references(() => campaigns.campaign_id),
    kind: k.text('kind').$type<BulkJobKind>().notNull(),
    status: k.text('status').$type<BulkJobStatus>().notNull(),
    /** The codes' name; null where each line of a file brings its own. */
    name: k.text('name'),
    /** What is to be made, as JSON. */
    request: k.text('request').notNull(),
    total: k.bigCount('total').notNull(),
    done: k.bigCount('done').notNull(),
    error: k.text('error'),
    /** Until then the daemon that took the job is believed to be at it. */
    lease_until: k.instant('lease_until'),
    staff_id: k.reference('staff_id').notNull(),
    created_at: k.instant('created_at').notNull(),
    finished_at: k.instant('finished_at'),
  });

const linksTable = (k: Kit) =>
  k.table('links', {
    user_id: k.text('user_id').primaryKey(),
    creator_id: k.text('creator_id').notNull(),
    claim_id: k.reference('claim_id').notNull(),
    created_at: k.instant('created_at').notNull(),
  });

const refusedTriesTable = (k: Kit) =>
  k.table(
    'refused_tries',
    {
      try_id: k.id('try_id'),
      user_id: k.text('user_id').notNull(),
      code: k.text('code').notNull(),
      reason: k.text('reason').notNull(),
      /** The game only asked what redeeming would answer. */
      is_validate: k.flag('is_validate').notNull().default(false),
      family_id: k.reference('family_id').notNull(),
      created_at: k.instant('created_at').notNull(),
    },
    (t) => [k.index('refused_tries_user').on(t.user_id, t.created_at)],
  );

const idempotencyKeysTable = (k: Kit) =>
  k.table(
    'idempotency_keys',
    {
      family_id: k.reference('family_id').notNull(),
      idempotency_key: k.text('idempotency_key').notNull(),
      request_hash: k.text('request_hash').notNull(),
      status: k.integer('status').notNull(),
      body: k.text('body').notNull(),
      created_at: k.instant('created_at').notNull(),
    },
    (t) => [
      k.primaryKey({ columns: [t.family_id, t.idempotency_key] }),
      k.index('idempotency_keys_created').on(t.created_at),
    ],
  );

export function codeTables(k: Kit, { commission_terms }: Pick<OrganisationTables, 'commission_terms'>) {
  const campaigns = campaignsTable(k, commission_terms);
  const creators = creatorsTable(k, commission_terms);
  return {
    campaigns,
    creators,
    codes: codesTable(k, campaigns, creators),
    claims: claimsTable(k),
    claim_remedies: claimRemediesTable(k),
    bulk_jobs: bulkJobsTable(k, campaigns),
    links: linksTable(k),
    refused_tries: refusedTriesTable(k),
    idempotency_keys: idempotencyKeysTable(k),
  };
}

export type CodeTables = ReturnType<typeof codeTables>;
