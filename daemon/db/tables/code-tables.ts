import { sql } from 'drizzle-orm';
import type { Kit } from '../sqlite/sqlite-kit.ts';
import { campaignsTable, creatorsTable } from './campaign-tables.ts';
import type { OrganisationTables } from './organisation-tables.ts';
import { version } from './version-column.ts';
import type { CodeKind, CodeStatus, RemedyKind, ReportStatus } from './words.ts';

// Tables for codes, and for the claims and failed attempts of players.

/** When and for whom codes can be redeemed. Creator codes use the dates and conditions of their base code. */
export const windowColumns = (k: Kit) => ({
  starts_at: k.instant('starts_at'),
  ends_at: k.instant('ends_at'),
  /** The only user who can redeem the code; null for any user. */
  recipient: k.text('recipient'),
  /** A JSON array of conditions; null if there are none. */
  conditions: k.text('conditions'),
});

/** How often, when and for whom a code can be redeemed, and the pool from which each claim takes a key. */
const limitColumns = (k: Kit) => ({
  key_pool_id: k.reference('key_pool_id'),
  usage_limit: k.bigCount('usage_limit'),
  creator_usage_limit: k.bigCount('creator_usage_limit'),
  ...windowColumns(k),
});

/** The columns by which codes are grouped. */
const groupColumns = (k: Kit) => ({
  /** The bulk job that created the code. */
  job_id: k.reference('job_id'),
  /** A sorted JSON array; null for no tags. */
  tags: k.text('tags'),
});

const BY_HAND = sql`kind <> 'creator' and job_id is null`;
const DATED_BY_HAND = sql`job_id is null and (starts_at is not null or ends_at is not null)`;

/** Main codes (kind redeem or referral) and creator codes (kind creator, with a base code). */
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
      /** The normal form by which codes are compared. A rejected code has null, which frees the value. */
      code_norm: k.text('code_norm'),
      name: k.text('name').notNull(),
      root_url: k.text('root_url').notNull(),
      ...limitColumns(k),
      /** The number of claims so far, exact only if a limit applies. All other figures come from the counters. */
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
      ...groupColumns(k),
      version: version(k),
    },
    (t) => [
      k.uniqueIndex('codes_norm').on(t.code_norm),
      k.uniqueIndex('codes_one_living_per_creator').on(t.base_code_id, t.creator_id).where(sql`status <> 'rejected'`),
      k.index('codes_campaign').on(t.campaign_id, t.kind),
      k.index('codes_creator').on(t.creator_id),
      // For the moderation queue, oldest first.
      k.index('codes_status').on(t.status, t.kind, t.created_at, t.code_id),
      // For the list of all creator codes by time. Searches in the list also match the referral code.
      k.index('codes_creators').on(t.created_at, t.code_id).where(sql`kind = 'creator'`),
      k.index('codes_referral').on(t.code).where(sql`kind = 'referral'`),
      // For the list of a campaign's main codes, newest first or by name, with the columns of its filters and search.
      k
        .index('codes_newest')
        .on(t.campaign_id, t.created_at, t.code_id, t.kind, t.active)
        .where(sql`kind <> 'creator'`),
      k
        .index('codes_name')
        .on(t.campaign_id, sql`lower(name)`, t.code_id, t.kind, t.active, t.code_norm)
        .where(sql`kind <> 'creator'`),
      k.index('codes_recipient').on(t.recipient).where(sql`recipient is not null`),
      // For a batch's codes, newest first, and for the number of active ones.
      k.index('codes_batch').on(t.job_id, t.created_at, t.code_id, t.active).where(sql`job_id is not null`),
      // For codes created by hand, which are few compared with those in batches.
      k.index('codes_hand').on(t.campaign_id, t.created_at, t.code_id, t.kind, t.active).where(BY_HAND),
      // For the filter by tag and the list of tags. Codes without tags are not in this index.
      k.index('codes_tagged').on(t.campaign_id, t.tags, t.code_id).where(sql`tags is not null`),
      // For the calendar.
      k.index('codes_dated').on(t.ends_at, t.starts_at, t.code_id).where(DATED_BY_HAND),
    ],
  );

/** Per base code, a user has at most one claim that counts. Claims of an unlimited code do not lock the code's row. */
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
      /** When support released the claim. The row stays, but no longer counts. */
      released_at: k.instant('released_at'),
    },
    (t) => [
      k.uniqueIndex('claims_living').on(t.user_id, t.base_code_id).where(sql`released_at is null`),
      // A redeem request writes nothing to this partial index.
      k.index('claims_released').on(t.user_id).where(sql`released_at is not null`),
    ],
  );

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
      /** The attribute whose condition failed; null for other reasons. */
      attribute: k.text('attribute'),
      /** Whether the game only validated the code. */
      is_validate: k.flag('is_validate').notNull().default(false),
      family_id: k.reference('family_id').notNull(),
      created_at: k.instant('created_at').notNull(),
    },
    (t) => [
      k.index('refused_tries_user').on(t.user_id, t.created_at),
      // For the figures of a code. Guesses write nothing to this index.
      k
        .index('refused_tries_code')
        .on(sql`upper(trim(code))`, t.created_at, t.is_validate, t.reason)
        .where(sql`reason <> 'code_not_found'`),
    ],
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
      /** The pool key in the response. Its value is not part of the stored body. */
      pool_key_id: k.reference('pool_key_id'),
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
    links: linksTable(k),
    refused_tries: refusedTriesTable(k),
    idempotency_keys: idempotencyKeysTable(k),
  };
}

export type CodeTables = ReturnType<typeof codeTables>;
