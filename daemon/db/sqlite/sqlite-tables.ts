import { sql } from 'drizzle-orm';
import { customType, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Minor } from '../../lib/money.ts';

// The twin of schema-postgres.ts: same tables, columns and indexes (test/project/schema-parity.test.ts holds them equal).
// Instants are milliseconds since 1970 UTC, money is whole minor units, JSON is text kept as it was written.

const id = (name: string) => integer(name).primaryKey();
const instant = (name: string) => integer(name);
const bigCount = (name: string) => integer(name);
const reference = (name: string) => integer(name);
const money = customType<{ data: Minor; driverData: Minor | number }>({
  dataType: () => 'integer',
  fromDriver: BigInt,
});
const flag = (name: string) => integer(name, { mode: 'boolean' });

/** One row: the organisation's settings. */
export const organisation = sqliteTable('organisation', {
  organisation_id: id('organisation_id'),
  name: text('name').notNull(),
  currency: text('currency').notNull(),
  currency_digits: integer('currency_digits').notNull(),
  time_zone: text('time_zone').notNull(),
  terms_id: reference('terms_id').notNull(),
  creator_code_moderation: text('creator_code_moderation').notNull(),
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
export const commission_terms = sqliteTable(
  'commission_terms',
  {
    terms_id: id('terms_id'),
    kind: text('kind').notNull(),
    content: text('content').notNull(),
    created_at: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('commission_terms_content').on(t.kind, t.content)],
);

export const staff = sqliteTable(
  'staff',
  {
    staff_id: id('staff_id'),
    email: text('email').notNull(),
    name: text('name').notNull(),
    role: text('role').notNull(),
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

export const staff_sessions = sqliteTable(
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

export const api_keys = sqliteTable(
  'api_keys',
  {
    key_id: id('key_id'),
    /** The first key of a chain of rotations: what a key did stays visible to its successors. */
    family_id: reference('family_id').notNull(),
    name: text('name').notNull(),
    kind: text('kind').notNull(),
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

export const campaigns = sqliteTable('campaigns', {
  campaign_id: id('campaign_id'),
  name: text('name').notNull(),
  starts_at: instant('starts_at').notNull(),
  ends_at: instant('ends_at').notNull(),
  stage: text('stage').notNull(),
  archived_at: instant('archived_at'),
  terms_id: reference('terms_id').references(() => commission_terms.terms_id),
  notes: text('notes').notNull(),
  settlement_no: reference('settlement_no').notNull(),
  created_at: instant('created_at').notNull(),
  updated_at: instant('updated_at').notNull(),
});

export const creators = sqliteTable('creators', {
  creator_id: text('creator_id').primaryKey(),
  display_name: text('display_name'),
  email: text('email'),
  status: text('status').notNull(),
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
export const codes = sqliteTable(
  'codes',
  {
    code_id: id('code_id'),
    campaign_id: reference('campaign_id')
      .notNull()
      .references(() => campaigns.campaign_id),
    kind: text('kind').notNull(),
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
    status: text('status').notNull(),
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
export const claims = sqliteTable(
  'claims',
  {
    claim_id: id('claim_id'),
    user_id: text('user_id').notNull(),
    code_id: reference('code_id').notNull(),
    base_code_id: reference('base_code_id').notNull(),
    linked: flag('linked').notNull(),
    key_id: reference('key_id').notNull(),
    created_at: instant('created_at').notNull(),
    report_status: text('report_status'),
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
export const claim_remedies = sqliteTable(
  'claim_remedies',
  {
    remedy_id: id('remedy_id'),
    claim_id: reference('claim_id').notNull(),
    kind: text('kind').notNull(),
    reason: text('reason').notNull(),
    staff_id: reference('staff_id').notNull(),
    created_at: instant('created_at').notNull(),
  },
  (t) => [index('claim_remedies_claim').on(t.claim_id)],
);

/** Codes made by the thousand, in steps that any daemon can go on with. */
export const bulk_jobs = sqliteTable('bulk_jobs', {
  job_id: id('job_id'),
  campaign_id: reference('campaign_id')
    .notNull()
    .references(() => campaigns.campaign_id),
  kind: text('kind').notNull(),
  status: text('status').notNull(),
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

export const links = sqliteTable('links', {
  user_id: text('user_id').primaryKey(),
  creator_id: text('creator_id').notNull(),
  claim_id: reference('claim_id').notNull(),
  created_at: instant('created_at').notNull(),
});

// Counters and series are caches, made of rows: `verify` proves them. A row belongs to a game ('' where none is known)
// and to the slot of the daemon that writes it. In series `hour` holds the instant at which a quarter of an hour begins:
// the days and hours of every time zone are sums of whole quarters (decision 20).

/** Totals: terms_id 0 holds claims and what redeem-type codes see; other rows hold a creator code's revenue by terms. */
export const code_counters = sqliteTable(
  'code_counters',
  {
    code_id: reference('code_id').notNull(),
    terms_id: reference('terms_id').notNull(),
    game_id: text('game_id').notNull(),
    slot: integer('slot').notNull(),
    claims: bigCount('claims').notNull(),
    payments: bigCount('payments').notNull(),
    revenue: money('revenue').notNull(),
    refunds: money('refunds').notNull(),
  },
  (t) => [primaryKey({ columns: [t.code_id, t.terms_id, t.game_id, t.slot] })],
);

export const code_hours = sqliteTable(
  'code_hours',
  {
    code_id: reference('code_id').notNull(),
    hour: instant('hour').notNull(),
    game_id: text('game_id').notNull(),
    slot: integer('slot').notNull(),
    claims: bigCount('claims').notNull(),
    payments: bigCount('payments').notNull(),
    revenue: money('revenue').notNull(),
    refunds: money('refunds').notNull(),
  },
  (t) => [primaryKey({ columns: [t.code_id, t.hour, t.game_id, t.slot] })],
);

/**
 * The dashboard's series. Campaign 0 is the whole organisation, where revenue is all that was paid; a campaign's revenue
 * is what players paid who claimed any of its codes, each payment once.
 */
export const campaign_hours = sqliteTable(
  'campaign_hours',
  {
    campaign_id: reference('campaign_id').notNull(),
    hour: instant('hour').notNull(),
    game_id: text('game_id').notNull(),
    slot: integer('slot').notNull(),
    claims: bigCount('claims').notNull(),
    payments: bigCount('payments').notNull(),
    revenue: money('revenue').notNull(),
    refunds: money('refunds').notNull(),
    /** What of the revenue accrued to creators. */
    creator_revenue: money('creator_revenue').notNull(),
  },
  (t) => [primaryKey({ columns: [t.campaign_id, t.hour, t.game_id, t.slot] })],
);

export const refused_tries = sqliteTable(
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

export const idempotency_keys = sqliteTable(
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

export const payment_requests = sqliteTable(
  'payment_requests',
  {
    family_id: reference('family_id').notNull(),
    request_id: text('request_id').notNull(),
    request_hash: text('request_hash').notNull(),
    body: text('body').notNull(),
    created_at: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.family_id, t.request_id] })],
);

export const payments = sqliteTable(
  'payments',
  {
    payment_id: id('payment_id'),
    game_id: text('game_id').notNull(),
    transaction_id: text('transaction_id'),
    user_id: text('user_id').notNull(),
    amount: money('amount').notNull(),
    refund_of: text('refund_of'),
    /** Redeem-type codes whose counters this payment went into, as a JSON array: decided once, at receipt. */
    counted_code_ids: text('counted_code_ids').notNull(),
    /** Campaigns whose revenue it went into, likewise. */
    counted_campaign_ids: text('counted_campaign_ids').notNull().default('[]'),
    /** Why nothing, or not all of it, counts for a code or a creator; null where all does. */
    unmatched_reason: text('unmatched_reason'),
    /** How much of it counts for none; negative of a refund. */
    unmatched_amount: money('unmatched_amount'),
    created_at: instant('created_at').notNull(),
    received_at: instant('received_at').notNull(),
  },
  (t) => [
    uniqueIndex('payments_transaction').on(t.game_id, t.transaction_id).where(sql`transaction_id is not null`),
    index('payments_refund_of').on(t.game_id, t.refund_of).where(sql`refund_of is not null`),
    index('payments_user').on(t.user_id, t.received_at),
    index('payments_unmatched').on(t.unmatched_reason, t.payment_id).where(sql`unmatched_reason is not null`),
  ],
);

/** What refunds took from the revenue that payments had brought to redeem-type codes and to campaigns. Only ever added to. */
export const counted_refunds = sqliteTable(
  'counted_refunds',
  {
    payment_id: reference('payment_id').notNull(),
    /** What it was taken from: a code or a campaign, and its id. */
    kind: text('kind').notNull(),
    target_id: reference('target_id').notNull(),
    /** The payment that is the refund. */
    refund_id: reference('refund_id').notNull(),
    amount: money('amount').notNull(),
  },
  (t) => [primaryKey({ columns: [t.payment_id, t.kind, t.target_id, t.refund_id] })],
);

/** All that was ever paid and refunded, by the slot of the daemon that took it: no sum of money passes these. */
export const payment_totals = sqliteTable('payment_totals', {
  slot: integer('slot').primaryKey(),
  paid: money('paid').notNull(),
  refunded: money('refunded').notNull(),
});

/** The ledger of what counts towards commissions. Rows are only ever added; a reversal points to what it reverses. */
export const accruals = sqliteTable(
  'accruals',
  {
    accrual_id: id('accrual_id'),
    payment_id: reference('payment_id').notNull(),
    reverses_accrual_id: reference('reverses_accrual_id'),
    user_id: text('user_id').notNull(),
    code_id: reference('code_id').notNull(),
    campaign_id: reference('campaign_id').notNull(),
    creator_id: text('creator_id').notNull(),
    terms_id: reference('terms_id').notNull(),
    settlement_no: reference('settlement_no').notNull(),
    amount: money('amount').notNull(),
    counted_at: instant('counted_at').notNull(),
    received_at: instant('received_at').notNull(),
  },
  (t) => [
    index('accruals_user').on(t.user_id, t.accrual_id),
    index('accruals_payment').on(t.payment_id),
    index('accruals_settlement').on(t.campaign_id, t.creator_id, t.settlement_no),
  ],
);

export const sdk_events = sqliteTable(
  'sdk_events',
  {
    event_id: text('event_id').notNull(),
    created_at: instant('created_at').notNull(),
    received_at: instant('received_at').notNull(),
    game_id: text('game_id').notNull(),
    event_type: text('event_type').notNull(),
    event_sub_type: text('event_sub_type').notNull(),
    session_id: text('session_id').notNull(),
    anon_id: text('anon_id'),
    user_id: text('user_id'),
    referral_link: text('referral_link'),
    /** The event as it was sent, for everything that has no column of its own. */
    payload: text('payload').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.event_id, t.created_at] }),
    index('sdk_events_created').on(t.created_at, t.event_id),
  ],
);

/** How many events of each type were stored, by the quarter of an hour they were created in: `hour` is when it begins. */
export const sdk_event_hours = sqliteTable(
  'sdk_event_hours',
  {
    game_id: text('game_id').notNull(),
    event_type: text('event_type').notNull(),
    event_sub_type: text('event_sub_type').notNull(),
    hour: instant('hour').notNull(),
    slot: integer('slot').notNull(),
    events: bigCount('events').notNull(),
  },
  (t) => [primaryKey({ columns: [t.hour, t.game_id, t.event_type, t.event_sub_type, t.slot] })],
);

export const identities = sqliteTable(
  'identities',
  {
    game_id: text('game_id').notNull(),
    anon_id: text('anon_id').notNull(),
    user_id: text('user_id').notNull(),
    joined_at: instant('joined_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.game_id, t.anon_id] }), index('identities_user').on(t.user_id)],
);

/** Every build of the SDK that was ever served: pages pin them by their hash, so none is ever removed. */
export const sdk_builds = sqliteTable('sdk_builds', {
  hash: text('hash').primaryKey(),
  script: text('script').notNull(),
  created_at: instant('created_at').notNull(),
});

export const audit_log = sqliteTable('audit_log', {
  audit_id: id('audit_id'),
  at: instant('at').notNull(),
  staff_id: reference('staff_id'),
  action: text('action').notNull(),
  entity: text('entity').notNull(),
  entity_id: text('entity_id').notNull(),
  before: text('before'),
  after: text('after'),
  /** Keyed over this row and the one before: a row that is changed, added or taken away breaks the chain. */
  mac: text('mac'),
  mac_key_id: text('mac_key_id'),
});

/** One row: the end of the chain, so that its last rows cannot be cut off unseen. */
export const audit_head = sqliteTable('audit_head', {
  head_id: id('head_id'),
  audit_id: reference('audit_id').notNull(),
  mac: text('mac').notNull(),
});

/** What is paid to creators at one time. Once prepared its statements, lines and CSVs never change. */
export const payout_runs = sqliteTable(
  'payout_runs',
  {
    run_id: id('run_id'),
    kind: text('kind').notNull(),
    /** What the run is for, such as a month: at most one run that is not void has it. */
    period_key: text('period_key').notNull(),
    campaign_id: reference('campaign_id').references(() => campaigns.campaign_id),
    period_start: instant('period_start').notNull(),
    period_end: instant('period_end').notNull(),
    time_zone: text('time_zone').notNull(),
    currency: text('currency').notNull(),
    currency_digits: integer('currency_digits').notNull(),
    /** The settings it was prepared under. */
    minimum_payout: money('minimum_payout').notNull(),
    hold_days: integer('hold_days').notNull(),
    status: text('status').notNull(),
    /** While it is being prepared: the last creator whose statement is written. */
    prepared_to: text('prepared_to'),
    prepared_by: reference('prepared_by'),
    prepared_at: instant('prepared_at').notNull(),
    approved_by: reference('approved_by'),
    approved_at: instant('approved_at'),
    exported_at: instant('exported_at'),
    paid_at: instant('paid_at'),
    voided_by: reference('voided_by'),
    voided_at: instant('voided_at'),
    void_reason: text('void_reason'),
    /** SHA-256 of the CSVs by layout, as JSON. */
    csv_hashes: text('csv_hashes').notNull(),
    /** What its statements came to when it was prepared, as JSON. */
    totals: text('totals').notNull(),
  },
  (t) => [uniqueIndex('payout_runs_period').on(t.period_key).where(sql`status <> 'void'`)],
);

/** How far a run reaches into each campaign's ledger. */
export const payout_run_campaigns = sqliteTable(
  'payout_run_campaigns',
  {
    run_id: reference('run_id').notNull(),
    campaign_id: reference('campaign_id').notNull(),
    settlement_no: reference('settlement_no').notNull(),
  },
  (t) => [primaryKey({ columns: [t.run_id, t.campaign_id] })],
);

/** One creator in one run; money in minor units. */
export const payout_statements = sqliteTable(
  'payout_statements',
  {
    statement_id: id('statement_id'),
    run_id: reference('run_id')
      .notNull()
      .references(() => payout_runs.run_id),
    creator_id: text('creator_id').notNull(),
    creator_name: text('creator_name'),
    payout_method: text('payout_method'),
    payout_address: text('payout_address'),
    address_changed: flag('address_changed').notNull(),
    revenue: money('revenue').notNull(),
    refunds: money('refunds').notNull(),
    commission: money('commission').notNull(),
    carried_in: money('carried_in').notNull(),
    payable: money('payable').notNull(),
    carried_out: money('carried_out').notNull(),
    carry_reason: text('carry_reason'),
    /** Why the creator's payouts were frozen when it was made; null where they were not. */
    hold_reason: text('hold_reason'),
    claims: bigCount('claims').notNull(),
    payments: bigCount('payments').notNull(),
    voided_at: instant('voided_at'),
    /** Voided while the run was a draft: it stands in none of the run's files. */
    taken_out: flag('taken_out').notNull().default(false),
  },
  (t) => [
    uniqueIndex('payout_statements_run').on(t.run_id, t.creator_id),
    index('payout_statements_creator').on(t.creator_id, t.statement_id),
  ],
);

/** Creators whose statement could not be made: the next run settles what they are owed. */
export const payout_failures = sqliteTable(
  'payout_failures',
  {
    run_id: reference('run_id')
      .notNull()
      .references(() => payout_runs.run_id),
    creator_id: text('creator_id').notNull(),
    reason: text('reason').notNull(),
  },
  (t) => [primaryKey({ columns: [t.run_id, t.creator_id] })],
);

/** One campaign of a statement: what its accruals of these settlement numbers come to, less what was paid before. */
export const payout_lines = sqliteTable(
  'payout_lines',
  {
    line_id: id('line_id'),
    statement_id: reference('statement_id')
      .notNull()
      .references(() => payout_statements.statement_id),
    run_id: reference('run_id').notNull(),
    creator_id: text('creator_id').notNull(),
    campaign_id: reference('campaign_id').notNull(),
    campaign_name: text('campaign_name').notNull(),
    /** The settlement numbers of the campaign that it holds, as JSON of ranges: `[[1,3]]`. */
    settlements: text('settlements').notNull(),
    revenue: money('revenue').notNull(),
    refunds: money('refunds').notNull(),
    /** The percentage in force, as text with its decimals. */
    commission_tier: text('commission_tier').notNull(),
    terms_id: reference('terms_id').notNull(),
    commission: money('commission').notNull(),
    claims: bigCount('claims').notNull(),
    payments: bigCount('payments').notNull(),
  },
  (t) => [
    index('payout_lines_statement').on(t.statement_id),
    index('payout_lines_run').on(t.run_id, t.creator_id, t.campaign_id),
    index('payout_lines_creator').on(t.creator_id, t.campaign_id),
  ],
);

/** Each period of a scheduled job, claimed by one daemon at a time. */
export const job_runs = sqliteTable(
  'job_runs',
  {
    job: text('job').notNull(),
    period: text('period').notNull(),
    status: text('status').notNull(),
    /** Raised whenever a daemon takes it: whoever holds an older one has lost it. */
    fence: bigCount('fence').notNull(),
    lease_until: instant('lease_until'),
    started_at: instant('started_at').notNull(),
    finished_at: instant('finished_at'),
    error: text('error'),
  },
  (t) => [primaryKey({ columns: [t.job, t.period] })],
);

/** The client's own addresses that are told what happened. Secrets are encrypted. */
export const webhooks = sqliteTable('webhooks', {
  webhook_id: id('webhook_id'),
  url: text('url').notNull(),
  /** The event types it is told of, as a JSON array. */
  events: text('events').notNull(),
  active: flag('active').notNull(),
  disabled_reason: text('disabled_reason'),
  secret: text('secret').notNull(),
  /** The one before, until a rotation is over. */
  old_secret: text('old_secret'),
  old_secret_until: instant('old_secret_until'),
  /** The circuit breaker: tries that failed in a row, and until when none is made. */
  failures: integer('failures').notNull(),
  paused_until: instant('paused_until'),
  created_at: instant('created_at').notNull(),
  updated_at: instant('updated_at').notNull(),
  /** The row stays, so that its deliveries keep saying where they went. */
  removed_at: instant('removed_at'),
});

/** What the world must hear, written with what happened; its id never changes. */
export const outbox = sqliteTable(
  'outbox',
  {
    outbox_id: id('outbox_id'),
    message_id: text('message_id').notNull(),
    event_type: text('event_type').notNull(),
    /** Messages with the same key reach an endpoint one after the other. */
    order_key: text('order_key'),
    /** Of at most one message with this value there is one. */
    once_key: text('once_key'),
    body: text('body').notNull(),
    created_at: instant('created_at').notNull(),
    due_at: instant('due_at').notNull(),
    /** Set once every receiver has a delivery. */
    spread_at: instant('spread_at'),
  },
  (t) => [
    uniqueIndex('outbox_message').on(t.message_id),
    uniqueIndex('outbox_once').on(t.once_key).where(sql`once_key is not null`),
    index('outbox_due').on(t.due_at).where(sql`spread_at is null`),
  ],
);

/** One message to one receiver, with what became of it. */
export const deliveries = sqliteTable(
  'deliveries',
  {
    delivery_id: id('delivery_id'),
    outbox_id: reference('outbox_id').notNull(),
    channel: text('channel').notNull(),
    webhook_id: reference('webhook_id'),
    /** The address of an e-mail. */
    recipient: text('recipient'),
    order_key: text('order_key'),
    status: text('status').notNull(),
    attempts: integer('attempts').notNull(),
    next_attempt_at: instant('next_attempt_at'),
    lease_until: instant('lease_until'),
    answer_status: integer('answer_status'),
    answer_text: text('answer_text'),
    error: text('error'),
    created_at: instant('created_at').notNull(),
    finished_at: instant('finished_at'),
  },
  (t) => [
    index('deliveries_outbox').on(t.outbox_id),
    index('deliveries_failed').on(t.delivery_id).where(sql`status = 'failed'`),
    index('deliveries_webhook').on(t.webhook_id, t.delivery_id),
    index('deliveries_waiting').on(t.webhook_id, t.next_attempt_at).where(sql`status = 'pending'`),
    index('deliveries_order')
      .on(t.webhook_id, t.order_key, t.delivery_id)
      .where(sql`status = 'pending' and order_key is not null`),
  ],
);
