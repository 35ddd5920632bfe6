import { sql } from 'drizzle-orm';
import type { Kit } from '../sqlite/sqlite-kit.ts';
import type { ApiKeyKind, Moderation, StaffRole, TermsKind } from './words.ts';

/** The organisation, its staff and its API keys. */
export function organisationTables({
  bigCount,
  flag,
  id,
  index,
  instant,
  integer,
  money,
  reference,
  table,
  text,
  uniqueIndex,
}: Kit) {
  /** One row: the organisation's settings. */
  const organisation = table('organisation', {
    organisation_id: id('organisation_id'),
    name: text('name').notNull(),
    currency: text('currency').notNull(),
    currency_digits: integer('currency_digits').notNull(),
    time_zone: text('time_zone').notNull(),
    terms_id: reference('terms_id').notNull(),
    creator_code_moderation: text('creator_code_moderation').$type<Moderation>().notNull(),
    setup_token_hash: text('setup_token_hash'),
    /** Owners and finance must sign in with a second factor. */
    totp_required: flag('totp_required').notNull().default(false),
    two_person_payouts: flag('two_person_payouts').notNull().default(false),
    /** In minor units; less than this is carried to the next run. */
    minimum_payout: money('minimum_payout').notNull().default(sql`0`),
    /** Revenue younger than this is held back. */
    hold_days: integer('hold_days').notNull().default(0),
    /** The hour of the organisation's day at which creators get their results. */
    daily_result_hour: integer('daily_result_hour').notNull().default(8),
    /** Where the client's payout messages go. */
    payout_email: text('payout_email'),
    /** How long SDK events are kept; 0: for ever. */
    event_days: integer('event_days').notNull().default(0),
    /** Where no REDEEMD_SECRET_KEY is set and daemons share no folder: the key they made for themselves. */
    made_secret: text('made_secret'),
    updated_at: instant('updated_at').notNull(),
  });

  /** Commission terms are never changed: a change of tiers is a new row, and accruals keep the row they fell under. */
  const commission_terms = table(
    'commission_terms',
    {
      terms_id: id('terms_id'),
      kind: text('kind').$type<TermsKind>().notNull(),
      content: text('content').notNull(),
      created_at: instant('created_at').notNull(),
    },
    (t) => [uniqueIndex('commission_terms_content').on(t.kind, t.content)],
  );

  const staff = table(
    'staff',
    {
      staff_id: id('staff_id'),
      email: text('email').notNull(),
      name: text('name').notNull(),
      role: text('role').$type<StaffRole>().notNull(),
      password_hash: text('password_hash'),
      invitation_hash: text('invitation_hash'),
      invitation_expires_at: instant('invitation_expires_at'),
      /** Encrypted; counts from `totp_confirmed_at` on. */
      totp_secret: text('totp_secret'),
      totp_confirmed_at: instant('totp_confirmed_at'),
      /** The time step of the last code that was taken, so that none is taken twice. */
      totp_last_step: bigCount('totp_last_step'),
      failed_sign_ins: integer('failed_sign_ins').notNull(),
      locked_until: instant('locked_until'),
      removed_at: instant('removed_at'),
      created_at: instant('created_at').notNull(),
    },
    (t) => [uniqueIndex('staff_email').on(t.email)],
  );

  const staff_sessions = table(
    'staff_sessions',
    {
      token_hash: text('token_hash').primaryKey(),
      staff_id: reference('staff_id')
        .notNull()
        .references(() => staff.staff_id),
      created_at: instant('created_at').notNull(),
      expires_at: instant('expires_at').notNull(),
    },
    (t) => [index('staff_sessions_staff').on(t.staff_id)],
  );

  const api_keys = table(
    'api_keys',
    {
      key_id: id('key_id'),
      /** The first key of a chain of rotations: what a key did stays visible to its successors. */
      family_id: reference('family_id').notNull(),
      name: text('name').notNull(),
      kind: text('kind').$type<ApiKeyKind>().notNull(),
      prefix: text('prefix').notNull(),
      key_hash: text('key_hash').notNull(),
      scopes: text('scopes').notNull(),
      game_id: text('game_id'),
      allowed_origins: text('allowed_origins').notNull(),
      created_at: instant('created_at').notNull(),
      expires_at: instant('expires_at'),
      revoked_at: instant('revoked_at'),
      last_used_at: instant('last_used_at'),
    },
    (t) => [uniqueIndex('api_keys_hash').on(t.key_hash)],
  );

  return { organisation, commission_terms, staff, staff_sessions, api_keys };
}

export type OrganisationTables = ReturnType<typeof organisationTables>;
