import type { FieldFault } from './refusals.ts';

/**
 * Field faults by code. Each text either follows the field's name or is a whole sentence. The codes are part of the
 * contract: clients and translations use them. `limit`, `count` and `values` are the parameters in the texts.
 */
export const FIELD_FAULTS = {
  required: 'is required',
  empty: 'must not be empty',
  unknown: 'is not a known field',
  repeated: 'is given more than once',
  not_text: 'must be a string',
  not_a_number: 'must be a number',
  not_a_whole_number: 'must be a whole number',
  not_a_boolean: 'must be true or false',
  not_a_list: 'must be an array',
  not_an_object: 'must be an object',
  wrong_type: 'is of the wrong type',
  not_an_email: 'must be an email address',
  not_a_uuid: 'must be a UUID',
  not_one_of: 'must be {values}',
  too_short: 'must have at least {limit} characters',
  too_long: 'must have at most {limit} characters',
  too_few: 'must have at least {limit} entries',
  too_many: 'must have at most {limit} entries',
  too_small: 'must be at least {limit}',
  too_large: 'must be at most {limit}',
  not_multiple: 'must be a multiple of {limit}',

  control_characters: 'must not contain control characters',
  nul_characters: 'must not contain NUL characters',
  not_utf8: 'is not valid UTF-8',
  not_in_path: 'is not allowed in a path',
  not_an_id: 'must be a positive whole number',
  not_your_games: 'must name at least one game, and only games that your account is limited to',
  not_a_tag: 'must not contain commas or control characters',
  not_a_game_id: 'must be 1-64 letters, digits or underscores',
  not_a_claim_id: 'must be the ID of a claim',
  not_a_code: 'must have 3-64 characters of A-Z 0-9 _ -',
  not_six_digits: 'must be six digits',
  not_a_second_factor: 'must be six digits or a recovery code',
  not_an_instant: 'must be an ISO 8601 date and time',
  not_an_attribute: 'must have 1-64 characters of A-Z a-z 0-9 _ .',
  too_many_attributes: 'must have at most 32 fields',
  attributes_too_long: 'must be at most 4 KiB',
  not_after_start: 'must be later than starts_at',
  not_in_future: 'must be in the future',
  not_before_to: 'must be earlier than to',
  period_too_long: 'from and to are more than {limit} days apart',
  not_a_time_zone: 'must be an IANA time zone',
  not_a_currency: 'must be an ISO 4217 currency',
  not_an_amount: 'must be a decimal amount',
  not_a_rate: 'must be a decimal number above 0 and below 10^12 with at most 12 significant digits',
  not_a_date: 'must be a date such as 2026-11-20',
  not_a_colleague: 'must be the ID of a person who may see this',
  not_a_tax_form_status: 'must contain only letters, spaces, hyphens and underscores; tax numbers are not allowed',
  not_a_pool: 'must be the ID of a key pool that your account may use',
  own_currency: 'is the organisation’s currency, which needs no exchange rate',
  same_creator: 'must be another creator',
  same_rate: 'must differ from the rate that it corrects',
  too_far_ahead: 'must be at most {limit} days from today',
  too_many_decimals: 'must fit a currency with {limit} decimals',
  not_ascending: 'must be in ascending order of min_revenue',
  not_a_url: 'must be an http or https URL',
  url_with_password: 'must be a URL without user and password',
  private_address:
    'must be a public internet address. The setting REDEEMD_ALLOW_PRIVATE_WEBHOOKS allows private networks, such as 127.0.0.0/8',
  has_wildcard: 'must be an origin without wildcards',
  event_twice: 'must not contain an event twice',
  wrong_scope: 'a client key can only have the scope events',
  role_not_yours: 'must be your own role or viewer',
  not_a_screen: 'must be the path of a Portal screen, such as /campaigns',
  word_twice: 'must not contain a word twice',
  no_result_word: 'must have a word for paid or failed payments',
  not_steps: 'must be JSON of 2 to 6 steps, such as [["session_created",null],["shop","opened"]]',
  not_rewards: 'must be JSON: an object or an array of objects',
  rewards_too_large: 'Rewards must be at most 64 KiB.',
  rewards_too_deep: 'Rewards must be at most 100 levels deep.',
  rewards_forbidden: 'NUL characters and lone surrogates are not allowed, not even written as escapes.',
  all_rewards_too_large: 'the rewards of all these codes together exceed 256 MiB',
  referral_only: 'only a referral code can limit its creator codes',
  redeem_only: 'a referral code has no recipient, because players redeem its creator codes',
  pattern_and_prefix: 'cannot be combined with prefix or length',
  not_a_prefix: 'must contain only A-Z 0-9 _ -',
  not_a_pattern: 'must contain only A-Z 0-9 _ -, and # for a random character',
  wrong_code_length: 'must produce codes of 3 to 64 characters, not {count}',
  too_few_random: 'must have at least {limit} random characters for {count} codes',
  taken: 'is already taken',
  follows_groups: 'is determined by the groups of the person’s company account',
  no_provider: 'needs a sign-in provider, which the operator sets with REDEEMD_OIDC_ISSUER',
  needs_version: 'is required with campaign_id',
  needs_campaign_id: 'is required with version',
  unknown_columns: 'must name fields of a row, each once, separated by commas',
  unknown_cursor: 'must be a next_cursor from this list',
  not_an_earlier_run: 'must be a payout run that is earlier than this one',

  number_as_text: 'must be a number, not a string',
  too_many_digits: 'must have at most 15 significant digits',
  too_precise: 'must not have more decimals than the currency',
  not_negative: 'must be negative if refund_of names a payment',
  refund_of_itself: 'must name another payment',
  misspelt_payment: 'event_type of a payment must be exactly "payment"',
  other_game: 'must be the game of the key',

  /** Used for a line in a file, and for a payment whose refusal has its own code. `detail` says what is wrong. */
  invalid: 'is not valid',
} as const;
export type FieldFaultCode = keyof typeof FIELD_FAULTS;
type FaultParameters = Pick<FieldFault, 'limit' | 'count' | 'values'>;
/** A fault's code and the parameters in its words. */
export type Described = [FieldFaultCode, FaultParameters?];

/** Returns the words for a fault, without the field's name. */
export function wordsOf(code: FieldFaultCode, { limit, count, values = [] }: FaultParameters = {}): string {
  return FIELD_FAULTS[code]
    .replace('{limit}', `${limit}`)
    .replace('{count}', `${count}`)
    .replace('{values}', values.length === 1 ? `${values[0]}` : `one of ${values.join(', ')}`)
    .replace(/\b1 (character|code|decimal)s\b/, '1 $1')
    .replace(/\b1 entries\b/, '1 entry');
}

/** Creates a field fault. */
export function fieldFault(
  root: string,
  path: readonly PropertyKey[],
  code: FieldFaultCode,
  parameters: FaultParameters = {},
): FieldFault {
  const isInQuery = code === 'unknown' && root === '#/query';
  const words = isInQuery ? 'is an unknown query parameter' : wordsOf(code, parameters);
  return faultOf(root, path, words, [code, parameters]);
}

/** Creates a field fault with its own words. */
export function faultOf(
  root: string,
  path: readonly PropertyKey[],
  words: string,
  [code, parameters]: Described,
): FieldFault {
  const detail = /^(?:is|must|cannot) /.test(words) ? `${nameOf(root, path)} ${words}` : words;
  return { pointer: pointerOf(root, path), code, detail, ...parameters };
}

/** Returns the field's name, with an index if it is in a list. */
function nameOf(root: string, path: readonly PropertyKey[]): string {
  const at = path.findLastIndex((part) => typeof part !== 'number');
  if (at < 0) return path.length > 0 ? `Entry ${String(path[0])}` : (WHOLE[root] ?? 'The body');
  return [short(path[at] as PropertyKey), ...path.slice(at + 1).map((place) => `[${String(place)}]`)].join('');
}
const WHOLE: Record<string, string> = { '#/path': 'The path', '#/query': 'The query', '#/header': 'The headers' };

/** Cuts off a key, which can be long because the client chose it. */
const short = (part: PropertyKey) => String(part).slice(0, 100);

/** Returns a JSON pointer (RFC 6901). */
const pointerOf = (root: string, path: readonly PropertyKey[]) =>
  root + path.map((part) => `/${short(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
