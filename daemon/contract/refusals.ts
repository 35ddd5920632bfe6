import type { LineFault } from '../lib/csv.ts';

/** All refusals, with their statuses and sentences. The codes are part of the contract. */
export const REFUSALS = {
  invalid_request: [400, 'The request is not valid.'],
  invalid_json: [400, 'The body is not valid JSON.'],
  unauthorized: [401, 'Authentication failed.'],
  invalid_credentials: [401, 'The email address, password or code is wrong.'],
  forbidden: [403, 'This key or role is not allowed to do this.'],
  wrong_game: [403, 'This key is limited to another game.'],
  not_found: [404, 'The requested object does not exist.'],
  method_not_allowed: [405, 'This path does not support this method.'],
  request_timeout: [408, 'The request did not arrive in time.'],
  body_too_large: [413, 'The body is larger than 1 MiB.'],
  unsupported_media_type: [415, 'The body must be application/json in UTF-8.'],
  headers_too_large: [431, 'The request has too many headers, or its headers are too large.'],
  too_many_requests: [429, 'Too many requests; try again later.'],
  account_locked: [429, 'Too many failed sign-ins; try again later.'],
  internal_error: [500, 'The server had an internal error.'],
  unavailable: [503, 'The server is temporarily unavailable; try again.'],
  code_not_found: [404, 'This code does not exist.'],
  referral_base_not_redeemable: [
    400,
    'Players cannot redeem a referral code. They redeem a creator code created from it.',
  ],
  code_inactive: [400, 'This code is not active.'],
  campaign_not_started: [400, 'The campaign has not started.'],
  campaign_ended: [400, 'The campaign has ended.'],
  campaign_paused: [400, 'The campaign is paused.'],
  code_not_started: [400, 'This code cannot be redeemed yet.'],
  code_expired: [400, 'This code has expired.'],
  creator_suspended: [400, 'The creator of this code is suspended.'],
  self_referral: [400, 'A creator cannot redeem their own code.'],
  not_the_recipient: [400, 'This code is for another player.'],
  conditions_not_met: [400, 'This player does not meet a condition of the code.'],
  already_redeemed: [409, 'This user has already redeemed this code.'],
  limit_reached: [400, 'This code has reached its usage limit.'],
  key_pool_empty: [400, 'There are no keys left for this code.'],
  idempotency_mismatch: [409, 'This Idempotency-Key has already been used with another body.'],
  too_many_guesses: [429, 'Too many unknown codes for this user; try again later.'],
  invalid_creator_id: [
    400,
    'A creator_id has 1-255 characters, none of them control characters. 0 is reserved for the live-operations manager.',
  ],
  not_a_referral_code: [400, 'A creator code can only be created from a referral code.'],
  no_email_address: [400, 'This creator has no email address.'],
  creator_merged: [409, 'One of the creators is part of another merge.'],
  merge_is_final: [409, 'The merge cannot be undone, because a payout run has begun since then.'],
  payout_details_waiting: [409, 'Payout details of this creator are waiting for approval. Decide on them first.'],
  creator_code_exists: [409, 'This creator already has a code for this referral code.'],
  invalid_code: [400, 'A code must have 3-64 characters of A-Z 0-9 _ -.'],
  code_taken: [409, 'This code is already taken.'],
  invalid_csv: [400, 'The CSV has errors; no row was imported.'],
  import_refused: [409, 'The file cannot be imported; nothing was stored.'],
  job_not_done: [409, 'The job has not finished.'],
  run_preparing: [409, 'A payout run is being prepared; try again when it is ready.'],
  statements_paid: [
    409,
    'According to a result file, payments of this run have arrived. Void the statements whose payments failed, not the run.',
  ],
  newer_run: [409, 'A newer payout run must be voided first.'],
  second_person_needed: [403, 'The person who prepared or requested this cannot approve it. Someone else must.'],
  payouts_frozen: [409, 'The run pays creators whose payouts were frozen after it was prepared.'],
  invalid_status_move: [400, 'This change is not possible in the current status.'],
  mixed_events: [400, 'One request cannot contain both payments and other events.'],
  invalid_amount: [400, 'The amount does not fit the currency.'],
  no_exchange_rate: [400, 'There is no exchange rate for this currency and day.'],
  rate_corrected: [409, 'This rate already has a correction.'],
  currency_required: [400, 'A payment must have a currency.'],
  refund_currency_mismatch: [400, 'A refund must have the currency of its payment.'],
  refund_of_required: [400, 'A refund in a currency other than the organisation’s must name its payment.'],
  transaction_conflict: [409, 'This transaction_id has already been used with different content.'],
  duplicate_request: [409, 'This request ID has already been used with different events.'],
  amount_out_of_range: [400, 'With this amount, a total of this organisation would exceed its limit.'],
  refund_mismatch: [400, 'A refund must name a payment of the same user.'],
  refund_exceeds_payment: [400, 'The refunds of this payment would exceed its amount.'],
  currency_frozen: [400, 'The currency and its decimal places cannot change after the first payment or exchange rate.'],
  claim_released: [400, 'This claim has already been released.'],
  already_set_up: [409, 'This server already has an owner.'],
  last_owner: [400, 'The last owner cannot be demoted, limited to some games or removed.'],
  totp_required: [401, 'The second factor is required: a code or a passkey.'],
  totp_setup_required: [403, 'This role requires a second factor; set it up first.'],
  passkeys_unavailable: [400, 'Passkeys need a public URL with https and a host name.'],
  too_many_passkeys: [400, 'A person can have at most 20 passkeys; remove one first.'],
  provider_only: [403, 'Only owners may use a password here. Sign in with your company account.'],
  csrf: [403, 'This request does not come from one of this server’s pages.'],
  endpoint_inactive: [400, 'The endpoint of this delivery has been disabled or deleted.'],
  too_many_views: [400, 'A person can save at most 100 views; delete one first.'],
  too_many_tokens: [400, 'A person can have at most 50 access tokens; revoke one first.'],
  too_many_sources: [400, 'At most 100 sources of result files can be saved; delete one first.'],
  duplicate: [409, 'This already exists.'],
  edit_conflict: [409, 'The object was changed after you read it. Read it again, then repeat your change.'],
} as const satisfies Record<string, readonly [number, string]>;

export type RefusalCode = keyof typeof REFUSALS;

export interface FieldFault {
  /** A JSON pointer into the body, or `#/query/name`. */
  pointer: string;
  /** A code from `FIELD_FAULTS`. If absent, the response contains `invalid`. */
  code?: string | undefined;
  /** An English sentence that contains the field's name. */
  detail: string;
  /** The limit in the sentence. */
  limit?: number | undefined;
  /** The number from the request in the sentence. */
  count?: number | undefined;
  /** The allowed values in the sentence. */
  values?: readonly string[] | undefined;
}

export interface Problem {
  code: RefusalCode;
  detail?: string | undefined;
  errors?: FieldFault[] | undefined;
  /** Fields in addition to the standard ones, such as `redemption_id`. */
  extra?: Record<string, unknown> | undefined;
  retryAfterSeconds?: number | undefined;
}

export const PROBLEM_TYPE = 'application/problem+json';

export const statusOf = (code: RefusalCode): number => REFUSALS[code][0];

/** Returns the refusal's own sentence, or the sentence for its code. */
export const sentenceOf = ({ code, detail }: Problem): string => detail ?? REFUSALS[code][1];

/** Returns the body of a problem document (RFC 9457). */
export function problemBody(problem: Problem, requestId: string): string {
  const [status, sentence] = REFUSALS[problem.code];
  return JSON.stringify({
    type: `urn:redeemd:problem:${problem.code}`,
    title: sentence,
    status,
    detail: sentenceOf(problem),
    code: problem.code,
    request_id: requestId,
    ...problem.extra,
    ...(problem.errors ? { errors: problem.errors.map(withCode) } : {}),
  });
}

/** Clients rely on the codes of faults, so a fault without a code is sent as `invalid`. */
const withCode = ({ pointer, code = 'invalid', ...rest }: FieldFault) => ({ pointer, code, ...rest });

/** A refusal, thrown by a workflow. All other thrown errors are faults of the daemon. */
export class AppError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem | RefusalCode) {
    const value = typeof problem === 'string' ? { code: problem } : problem;
    super(value.detail ?? value.code);
    this.problem = value;
  }
}

/** The maximum number of faults in a response. */
export const MOST_FAULTS = 50;

/** Creates a refusal with the first invalid lines and the total number of faults. */
export function invalidCsv(faults: readonly LineFault[], code: 'invalid_csv' | 'code_taken' = 'invalid_csv'): AppError {
  const first = [...faults].sort((a, b) => a.line - b.line).slice(0, MOST_FAULTS);
  const errors = first.map(({ line, detail }) => ({ pointer: `/csv/line/${line}`, detail: `line ${line}: ${detail}` }));
  return new AppError({ code, errors, extra: { fault_count: faults.length } });
}
