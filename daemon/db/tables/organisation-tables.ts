import { sql } from 'drizzle-orm';
import type { Kit } from '../sqlite/sqlite-kit.ts';
import { version } from './version-column.ts';
import type { ApiKeyKind, EmailLanguage, Moderation, StaffRole, TermsKind } from './words.ts';

// Tables for the organisation, its staff and its API keys.

/** The organisation's settings, in one row. */
const organisationTable = (k: Kit) =>
  k.table('organisation', {
    organisation_id: k.id('organisation_id'),
    name: k.text('name').notNull(),
    currency: k.text('currency').notNull(),
    currency_digits: k.integer('currency_digits').notNull(),
    time_zone: k.text('time_zone').notNull(),
    terms_id: k.reference('terms_id').notNull(),
    creator_code_moderation: k.text('creator_code_moderation').$type<Moderation>().notNull(),
    setup_token_hash: k.text('setup_token_hash'),
    /** Whether owners and finance must sign in with a second factor. */
    totp_required: k.flag('totp_required').notNull().default(false),
    /** Whether only owners may sign in with a password; all others need their company account. */
    provider_only: k.flag('provider_only').notNull().default(false),
    two_person_payouts: k.flag('two_person_payouts').notNull().default(false),
    /** In minor units. Smaller payouts are carried to the next payout run. */
    minimum_payout: k.money('minimum_payout').notNull().default(sql`0`),
    /** Payout runs hold back revenue that is less than this many days old. */
    hold_days: k.integer('hold_days').notNull().default(0),
    /** The hour of the organisation's day at which creators get their results. */
    daily_result_hour: k.integer('daily_result_hour').notNull().default(8),
    /** The address that receives the emails about payout runs. */
    payout_email: k.text('payout_email'),
    email_language: k.text('email_language').$type<EmailLanguage>().notNull().default('en'),
    /** Whether the daemon refuses payments without a currency. The first exchange rate turns this on. */
    require_currency: k.flag('require_currency').notNull().default(false),
    /** A JSON array of the origins whose pages may show the creator page in a frame. */
    creator_frame_origins: k.text('creator_frame_origins').notNull().default('[]'),
    /** Exchange rates older than this appear in the to-do list. */
    rate_max_age_days: k.integer('rate_max_age_days').notNull().default(7),
    /** How many days SDK events are kept; 0 means indefinitely. */
    event_days: k.integer('event_days').notNull().default(0),
    /** The secret key of all daemons on Postgres if REDEEMD_SECRET_KEY is not set; the first daemon creates it. */
    made_secret: k.text('made_secret'),
    updated_at: k.instant('updated_at').notNull(),
    version: version(k),
  });

/** Commission terms never change: changed tiers get a new row, and accruals keep the row that applied. */
const commissionTermsTable = (k: Kit) =>
  k.table(
    'commission_terms',
    {
      terms_id: k.id('terms_id'),
      kind: k.text('kind').$type<TermsKind>().notNull(),
      content: k.text('content').notNull(),
      created_at: k.instant('created_at').notNull(),
    },
    (t) => [k.uniqueIndex('commission_terms_content').on(t.kind, t.content)],
  );

const staffTable = (k: Kit) =>
  k.table(
    'staff',
    {
      staff_id: k.id('staff_id'),
      email: k.text('email').notNull(),
      name: k.text('name').notNull(),
      role: k.text('role').$type<StaffRole>().notNull(),
      /** A JSON array of the games that the person is limited to; null if the person is not limited. */
      games: k.text('games'),
      password_hash: k.text('password_hash'),
      /** The person's company account: the provider, and the ID that it gives the person. */
      provider_issuer: k.text('provider_issuer'),
      provider_subject: k.text('provider_subject'),
      /** Whether the groups of the company account determine the role; if false, an owner does. */
      role_from_groups: k.flag('role_from_groups').notNull().default(false),
      /** When the person first accepted an invitation; null before that. */
      activated_at: k.instant('activated_at'),
      invitation_hash: k.text('invitation_hash'),
      invitation_expires_at: k.instant('invitation_expires_at'),
      /** Encrypted, and in force from `totp_confirmed_at`. */
      totp_secret: k.text('totp_secret'),
      totp_confirmed_at: k.instant('totp_confirmed_at'),
      /** The time step of the last accepted code, so that no code is accepted twice. */
      totp_last_step: k.bigCount('totp_last_step'),
      /** Whether `staff_passkeys` has a row for the person. Each request reads it to check for a second factor. */
      has_passkey: k.flag('has_passkey').notNull().default(false),
      /** Whether the person receives the weekly report by email. */
      weekly_report: k.flag('weekly_report').notNull().default(false),
      failed_sign_ins: k.integer('failed_sign_ins').notNull(),
      locked_until: k.instant('locked_until'),
      removed_at: k.instant('removed_at'),
      created_at: k.instant('created_at').notNull(),
      version: version(k),
    },
    (t) => [k.uniqueIndex('staff_email').on(t.email)],
  );

/** Codes that replace a lost second factor. Only their hashes are stored, and each is valid once. */
const staffRecoveryCodesTable = (k: Kit, staff: ReturnType<typeof staffTable>) =>
  k.table(
    'staff_recovery_codes',
    {
      staff_id: k
        .reference('staff_id')
        .notNull()
        .references(() => staff.staff_id),
      code_hash: k.text('code_hash').notNull(),
      used_at: k.instant('used_at'),
    },
    (t) => [k.primaryKey({ columns: [t.staff_id, t.code_hash] })],
  );

/** Passkeys with which staff sign in. Their private keys stay on the devices. */
const staffPasskeysTable = (k: Kit, staff: ReturnType<typeof staffTable>) =>
  k.table(
    'staff_passkeys',
    {
      passkey_id: k.id('passkey_id'),
      staff_id: k
        .reference('staff_id')
        .notNull()
        .references(() => staff.staff_id),
      name: k.text('name').notNull(),
      /** The credential's ID and its public key (COSE), in base64url. */
      credential_id: k.text('credential_id').notNull(),
      public_key: k.text('public_key').notNull(),
      /** The number of signatures that the device reports; always 0 for passkeys that several devices share. */
      signatures: k.bigCount('signatures').notNull(),
      /** When the last accepted challenge was created. Only a later challenge is accepted, so that each works once. */
      challenged_at: k.instant('challenged_at'),
      created_at: k.instant('created_at').notNull(),
      last_used_at: k.instant('last_used_at'),
    },
    (t) => [
      k.uniqueIndex('staff_passkeys_credential').on(t.credential_id),
      k.index('staff_passkeys_staff').on(t.staff_id),
    ],
  );

const staffSessionsTable = (k: Kit, staff: ReturnType<typeof staffTable>) =>
  k.table(
    'staff_sessions',
    {
      token_hash: k.text('token_hash').primaryKey(),
      staff_id: k
        .reference('staff_id')
        .notNull()
        .references(() => staff.staff_id),
      created_at: k.instant('created_at').notNull(),
      expires_at: k.instant('expires_at').notNull(),
      /** The log position of Postgres after the session's last change. Replicas behind it do not serve the session. */
      wrote_position: k.bigCount('wrote_position'),
      /** The provider's encrypted tokens, for the next check of the groups; null if the session has no provider. */
      provider_grant: k.text('provider_grant'),
      /** When the groups were last checked. */
      provider_checked_at: k.instant('provider_checked_at'),
      /** When a daemon began the check that is in progress. */
      provider_check_began_at: k.instant('provider_check_began_at'),
    },
    (t) => [k.index('staff_sessions_staff').on(t.staff_id)],
  );

/** A token with which a script acts for a person. Revoked tokens are deleted; the audit log still lists them. */
const staffTokensTable = (k: Kit, staff: ReturnType<typeof staffTable>) =>
  k.table(
    'staff_tokens',
    {
      token_id: k.id('token_id'),
      staff_id: k
        .reference('staff_id')
        .notNull()
        .references(() => staff.staff_id),
      name: k.text('name').notNull(),
      /** At most the person's own role, which is compared again at each use. */
      role: k.text('role').$type<StaffRole>().notNull(),
      token_hash: k.text('token_hash').notNull(),
      /** Whether the token comes from a session with a company account, whose provider asks for the second factor. */
      by_company: k.flag('by_company').notNull(),
      created_at: k.instant('created_at').notNull(),
      expires_at: k.instant('expires_at').notNull(),
      last_used_at: k.instant('last_used_at'),
    },
    (t) => [k.uniqueIndex('staff_tokens_hash').on(t.token_hash), k.index('staff_tokens_staff').on(t.staff_id)],
  );

/** A screen of the Portal with its filters, saved by name. */
const savedViewsTable = (k: Kit, staff: ReturnType<typeof staffTable>) =>
  k.table(
    'saved_views',
    {
      view_id: k.id('view_id'),
      staff_id: k
        .reference('staff_id')
        .notNull()
        .references(() => staff.staff_id),
      name: k.text('name').notNull(),
      /** The path of a Portal screen. */
      path: k.text('path').notNull(),
      query: k.text('query').notNull(),
      /** The role that also sees the view; null if only the person who saved it does. */
      shared_with: k.text('shared_with').$type<StaffRole>(),
      created_at: k.instant('created_at').notNull(),
    },
    (t) => [
      k.uniqueIndex('saved_views_name').on(t.staff_id, t.name),
      k.index('saved_views_shared').on(t.shared_with).where(sql`shared_with is not null`),
    ],
  );

const apiKeysTable = (k: Kit) =>
  k.table(
    'api_keys',
    {
      key_id: k.id('key_id'),
      /** The first key of a chain of rotations. Rows stored under a key also belong to its successors. */
      family_id: k.reference('family_id').notNull(),
      name: k.text('name').notNull(),
      kind: k.text('kind').$type<ApiKeyKind>().notNull(),
      prefix: k.text('prefix').notNull(),
      key_hash: k.text('key_hash').notNull(),
      scopes: k.text('scopes').notNull(),
      game_id: k.text('game_id'),
      allowed_origins: k.text('allowed_origins').notNull(),
      /** Whether requests with this key store nothing. */
      is_test: k.flag('is_test').notNull().default(false),
      created_at: k.instant('created_at').notNull(),
      expires_at: k.instant('expires_at'),
      revoked_at: k.instant('revoked_at'),
      last_used_at: k.instant('last_used_at'),
      version: version(k),
    },
    (t) => [k.uniqueIndex('api_keys_hash').on(t.key_hash)],
  );

export function organisationTables(k: Kit) {
  const staff = staffTable(k);
  return {
    organisation: organisationTable(k),
    commission_terms: commissionTermsTable(k),
    staff,
    staff_sessions: staffSessionsTable(k, staff),
    staff_passkeys: staffPasskeysTable(k, staff),
    staff_tokens: staffTokensTable(k, staff),
    saved_views: savedViewsTable(k, staff),
    staff_recovery_codes: staffRecoveryCodesTable(k, staff),
    api_keys: apiKeysTable(k),
  };
}

export type OrganisationTables = ReturnType<typeof organisationTables>;
