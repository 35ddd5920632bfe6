// Values and limits shared by endpoints, the Portal and webhooks.

/**
 * For a main code, `referral` means a referral code created by staff; for a claim or a creator code, it means a creator
 * code.
 */
export const CODE_TYPES = ['redeem', 'referral'] as const;
export const CREATOR_CODE_STATUSES = ['pending', 'approved', 'rejected', 'disabled'] as const;
/** Decisions on a creator code; `approve` also applies to a disabled code. */
export const DECISIONS = ['approve', 'reject', 'disable'] as const;
/** The status that the Portal and players see. The clock determines when a campaign is scheduled, active or ended. */
export const CAMPAIGN_STATUSES = ['draft', 'scheduled', 'active', 'paused', 'ended', 'archived'] as const;
/** Which new creator codes wait for a moderator: those with a value that the creator chose, all, or none. */
export const MODERATIONS = ['custom', 'all', 'none'] as const;
export const CREATOR_STATUSES = ['active', 'suspended'] as const;
export const REPORT_STATUSES = ['granted', 'failed'] as const;
export const REMEDY_KINDS = ['grant_again', 'release'] as const;
export const BULK_JOB_KINDS = ['generate', 'import'] as const;
export const JOB_STATUSES = ['running', 'done', 'failed'] as const;
export const SCHEDULED_MOVES = ['publish', 'pause'] as const;
export const SCHEDULED_CHANGE_STATUSES = ['waiting', 'done', 'failed', 'cancelled'] as const;
/**
 * Signs that a code has leaked or is being abused. `burst`: far more claims than the code's median on earlier days;
 * `no_landings`: claims without landings through the code's link; `shared`: many players tried a code with a single use
 * or a recipient; `refunds`: far more refunds than expected from the campaign's refund rate.
 */
export const LEAK_SIGN_KINDS = ['burst', 'no_landings', 'shared', 'refunds'] as const;
/** The maximum size of an imported campaign file. */
export const MAX_CAMPAIGN_FILE_BYTES = 16 * 1_048_576;
/**
 * The column with the reason for a refusal, which the Portal adds when it saves refused rows as a file. Imports ignore
 * the column, so users can fix the rows and import the file without removing it.
 */
export const REFUSED_COLUMN = 'refused_because';
export const PAYOUT_RUN_KINDS = ['monthly', 'campaign_end', 'manual'] as const;
export const PAYOUT_RUN_STATUSES = ['preparing', 'draft', 'approved', 'exported', 'paid', 'void'] as const;
/** What is known about the payment of a statement: no result yet, arrived, or failed. */
export const PAYMENT_STATUSES = ['pending', 'paid', 'failed'] as const;
/** What the import of a result file does with a line. A returned payment had already arrived. */
export const RESULT_OUTCOMES = ['refused', 'returned', 'failed', 'paid', 'unchanged', 'ignored'] as const;
/** Why the import of a result file refuses a line; `invalid_csv` if the daemon cannot read the line. */
export const RESULT_FAULTS = [
  'invalid_csv',
  'unknown_word',
  'no_reference',
  'not_an_amount',
  'repeated',
  'other_run',
  'unknown_statement',
  'removed',
  'nothing_payable',
  'other_currency',
  'other_amount',
  'already_void',
] as const;
/** How an exchange rate was added. */
export const RATE_SOURCES = ['staff', 'import', 'job', 'correction'] as const;
/** The states of a correction of an exchange rate. It waits for a second person if payout runs need one. */
export const RATE_CORRECTION_STATUSES = ['waiting', 'running', 'done', 'rejected'] as const;
/** Why a statement pays nothing, or less than the balance. */
export const CARRY_REASONS = ['negative', 'held', 'below_minimum'] as const;
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
/** Why the daemon disabled an endpoint. */
export type SwitchedOffReason = 'the endpoint answered 410 Gone' | 'it failed for days';
export const DELIVERY_CHANNELS = ['webhook', 'mail'] as const;

/** The languages of emails to creators and the organisation. */
export const EMAIL_LANGUAGES = ['en', 'de'] as const;
export type EmailLanguage = (typeof EMAIL_LANGUAGES)[number];

export const KEY_STATES = ['active', 'expired', 'revoked'] as const;
export type KeyState = (typeof KEY_STATES)[number];
export const KEY_SORTS = ['created_at', '-created_at', 'name', '-name', 'last_used_at', '-last_used_at'] as const;
export const STAFF_STATUSES = ['invited', 'active', 'locked', 'removed'] as const;
export type StaffStatus = (typeof STAFF_STATUSES)[number];
export const STAFF_SORTS = ['created_at', '-created_at', 'name', '-name', 'email', '-email'] as const;

/** The events to which webhook endpoints can subscribe, in the Portal's order. */
export const WEBHOOK_EVENT_TYPES = [
  'code.created',
  'redemption.succeeded',
  'key_pool.low',
  'creator_code.submitted',
  'creator_code.approved',
  'creator_code.rejected',
  'creator.daily_result',
  'payout.prepared',
  'payout.approved',
  'payout.voided',
  'campaign.ended',
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/** The maximum number of keys in one upload to a key pool, and the maximum length of a key in characters. */
export const MOST_POOL_KEYS = 100_000;
export const MOST_KEY_LENGTH = 512;
/** The maximum size of an upload to a key pool, which is enough for the longest keys and other columns. */
export const MAX_KEY_FILE_BYTES = 64 * 1_048_576;

/** The minimum length of a staff password. */
export const MIN_PASSWORD = 12;

/** The named colours for an environment. */
export const ENVIRONMENT_COLOURS = [
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'purple',
  'pink',
  'brown',
  'grey',
] as const;

/** The kinds of objects that have comments and activity. */
export const SUBJECT_KINDS = ['campaign', 'code', 'creator', 'payout_run'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** The maximum number of characters in a comment, and of people whom it can mention. */
export const COMMENT_LIMITS = { text: 2000, mentions: 20 };

export const DETAIL_REQUEST_STATUSES = ['pending', 'approved', 'rejected', 'replaced'] as const;

/** Why an event does not fit the tracking plan. */
export const VIOLATION_FAULTS = [
  'unknown_type',
  'unknown_sub_type',
  'missing',
  'unexpected',
  'wrong_type',
  'wrong_value',
  'no_alternative',
] as const;
export type ViolationFault = (typeof VIOLATION_FAULTS)[number];

/** The parameters of a landing that show which advertisement or post the player came from. */
export const UTMS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const;
export type Utm = (typeof UTMS)[number];
