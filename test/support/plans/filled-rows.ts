import { startOfQuarter, startOfUtcDay } from '../../../daemon/lib/clock.ts';

// The rows of large tables, as SQL expressions for both databases.

/** The number of rows in a large table: enough for both databases to use an index when they look up a few of them. */
export const MANY = 10_000;
/** The number of rows in tables from which a list reads 20,000 per page: two full pages and part of a third. */
export const PAGES = 45_000;
export const PAGED = ['claims', 'deliveries', 'outbox', 'audit_log', 'sdk_events'];
/** The lowest ID of this file's rows. Rows that the daemon creates have lower IDs. */
const BASE = 100_000;
/** The number of creators who earn commission with their codes. */
const EARNERS = 200;
/** The number of these creators who have unpaid commission: every fourth. */
const UNPAID = 50;

/** The IDs of some objects in the filled tables. */
export const FILLED = {
  /** A campaign with a tenth of all codes. */
  campaign: 1001,
  /** A code with half of all claims, a code with one claim, a referral code, and one of its creator codes. */
  ...{ hotCode: BASE + 2, code: BASE + 3, baseCode: BASE + 1, creatorCode: BASE + 100 },
  ...{ batch: 2003, webhook: 901, outbox: BASE + 4, delivery: BASE + 4, run: 1010, line: BASE + 510, bulkJob: 2003 },
  /** A statement of the creator. */
  statement: BASE + 24,
  /** A claim that took no key, a key pool, and a sign of a leak. */
  ...{ claim: BASE + 101, pool: 1005, leakSign: 1005 },
  ...{
    user: 'player-77',
    creator: 'streamer-100',
    otherCreator: 'streamer-102',
    session: '00000000-0000-4000-8000-000000000077',
    anon: 'anon-77',
  },
} as const;

/** The creators of the creator codes, in turn. */
const CREATOR_OF_CODE = `'streamer-' || ((i % ${EARNERS}) * 4 + 4)`;

const RUN_OF_STATEMENT = `1000 + (i - 1) / (${MANY} / 200)`;

export type Columns = Record<string, string>;

const words = (column: string, ...texts: string[]) =>
  `case ${column} % ${texts.length} ${texts.map((text, at) => `when ${at} then '${text}'`).join(' ')} end`;

/** Returns the values of columns by name, unless a table sets its own. `i` is the row number. */
export const commonOf = (now: number): Columns => ({
  ...Object.fromEntries(
    ['at', 'created_at', 'updated_at', 'received_at', 'counted_at', 'decided_at', 'joined_at', 'spread_at'].map(
      (name) => [name, `${now} - i * 60000`],
    ),
  ),
  ...{ game_id: "'game'", slot: '0', user_id: "'player-' || i", creator_id: "'streamer-' || i", version: '1' },
  ...{ name: "'Name ' || i", code_id: `${BASE} + i`, campaign_id: '1000 + i % 300', payment_id: `${BASE} + i` },
  ...{ claim_id: `${BASE} + i`, staff_id: '1', key_id: '1', family_id: '1', terms_id: '1', amount: '500' },
  ...{ claims: '1', payments: '1', revenue: '500', refunds: '0', run_id: '1000 + i % 200', body: "'{}'" },
  ...{ commission: '50', settlement_no: '1 + i % 5', hour: `${startOfQuarter(now)} - i * 900000` },
});

/** Returns the tables of players' actions with codes, with the columns that are specific to each table. */
const ofCodes = (now: number): Record<string, Columns> => ({
  creators: {
    ...{ status: words('i', 'active', 'active', 'active', 'suspended'), display_name: "'Streamer ' || i" },
    merged_into: "case when i % 100 = 3 then 'streamer-' || (i - 1) end",
  },
  codes: codesOf(),
  claims: {
    code_id: `case i % 2 when 0 then ${FILLED.hotCode} else ${BASE} + i end`,
    base_code_id: `case i % 2 when 0 then ${FILLED.hotCode} else ${BASE} + i end`,
    linked: 'i % 4 = 0',
    report_status: words('i', 'granted', 'granted', 'granted', 'failed'),
    released_at: `case when i % 400 = 0 then ${now} end`,
  },
  payout_detail_requests: {
    ...{ request_id: `${BASE} + i`, payout_method: "'paypal'", payout_address: "'a@b.example'", payout_name: "'Ann'" },
    status: `case when i % 500 = 0 then 'pending' else ${words('i', 'approved', 'rejected', 'replaced')} end`,
  },
  creator_links: {
    ...{ link_id: `${BASE} + i`, origin: "'email'", expires_at: `${now} - i * 60000` },
    new_email: "case when i % 10 = 0 then 'other' || i || '@mail.example' end",
  },
  creator_sessions: { token_hash: "'hash ' || i", kind: "'page'", expires_at: `${now} + i * 60000` },
  pool_keys: {
    ...{ key_id: `${BASE} + i`, pool_id: '1001 + i % 30', sealed: "'sealed'", key_hash: "'hash ' || i" },
    used_at: `case when i % 2 = 0 then ${now} - i * 60000 end`,
    claim_id: `case when i % 2 = 0 then ${BASE} + i end`,
    is_erased: '1 = 0',
  },
  claim_remedies: { remedy_id: `${BASE} + i`, kind: words('i', 'release', 'grant_again'), reason: "'test'" },
  links: {},
  refused_tries: {
    try_id: `${BASE} + i`,
    code: "'FILL-' || i",
    reason: words('i', 'code_not_found', 'limit_reached', 'already_redeemed'),
    is_validate: 'i % 5 = 0',
  },
  link_landings: { link: "'FILL-' || i", day_start: `${now}`, landings: '3' },
  // The jobs would remove yesterday's rows before the statements are explained.
  idempotency_keys: {
    created_at: `${now} + 86400000 + i`,
    idempotency_key: "'key ' || i",
    request_hash: "'hash'",
    status: '200',
  },
});

const ofPayments = (now: number): Record<string, Columns> => ({
  payment_requests: { request_id: "'request ' || i", request_hash: "'hash'" },
  payments: {
    transaction_id: "'t' || i",
    amount: 'case i % 10 when 0 then -100 else 500 end',
    refund_of: "case i % 10 when 0 then 't' || (i - 1) end",
    counted_code_ids: `'[' || (${BASE} + i) || ']'`,
    counted_campaign_ids: "'[1001]'",
    unmatched_reason: `case when i % 50 = 0 then ${words('(i / 50)', 'no_claim', 'nothing_to_refund')} end`,
  },
  counted_refunds: { kind: "'code'", target_id: `${BASE} + i`, refund_id: `${BASE} + i + 1` },
  accruals: { accrual_id: `${BASE} + i`, creator_id: `'streamer-' || ((i % ${UNPAID}) * 16 + 4)`, campaign_id: '1001' },
  exchange_rates: {
    currency: "case i % 200 when 0 then 'EUR' else 'C' || (i % 200) end",
    valid_from: "'20' || (10 + (i / 200) % 90) || '-01-01'",
    rate: "'1.085'",
    source: "'import'",
  },
  rate_corrections: {
    rate_id: `${BASE} + i`,
    ...{ rate: "'1.09'", reason: "'A typing error.'", requested_by: '1', requested_at: String(now), difference: '0' },
    status: "case i % 1000 when 0 then 'running' when 1 then 'waiting' else 'done' end",
  },
  code_counters: {},
  code_hours: { hour: `${startOfQuarter(now)} - (i % 1000) * 900000` },
  campaign_hours: {
    campaign_id: 'case i % 300 when 0 then 0 else 1000 + i % 300 end',
    hour: `${startOfQuarter(now)} - (i / 300) * 900000`,
    creator_revenue: '0',
  },
  currency_hours: {
    campaign_id: 'case i % 300 when 0 then 0 else 1000 + i % 300 end',
    hour: `${startOfQuarter(now)} - (i / 300) * 900000`,
    ...{ currency: "'EUR'", digits: '2', paid: '100' },
  },
});

/** Returns the tables of events, messages and the actions of staff. */
const ofMessages = (now: number): Record<string, Columns> => ({
  sdk_events: {
    // Today's partition stays empty: the plans for a partly filled one would depend on the hour.
    created_at: `${startOfUtcDay(now)} - i * 19200`,
    event_id: `'00000000-0000-4000-9000-' || ${padded('i')}`,
    ...{ event_type: "'type-' || (i % 20)", event_sub_type: "'sub'", payload: "'{}'" },
    session_id: `'00000000-0000-4000-8000-' || ${padded('i')}`,
    anon_id: "'anon-' || (i % 2000)",
    user_id: "case i % 3 when 0 then 'player-' || (i % 2000) end",
  },
  sdk_event_hours: { event_type: "'type-' || (i % 20)", event_sub_type: "'sub'", events: '1' },
  plan_violations: {
    ...{ day: `${startOfUtcDay(now)} - i * 86400000`, event_type: "'type-' || (i % 20)", event_sub_type: "'sub'" },
    ...{ field: "'/field'", fault: "'missing'", events: '1', last_event_id: "'event ' || i" },
    last_at: `${now} - i * 86400000`,
  },
  identities: { anon_id: "'anon-' || i" },
  outbox: {
    outbox_id: `${BASE} + i`,
    message_id: "'message ' || i",
    event_type: words('i', 'redemption.succeeded', 'code.created', 'creator_code.approved'),
    order_key: "'order ' || (i % 100)",
    due_at: `case when i % 100 > 0 then ${now} - i * 19200 else ${now} + 3600000 end`,
    spread_at: `case when i % 100 > 0 then ${now} - i * 19200 end`,
  },
  deliveries: {
    ...{ delivery_id: `${BASE} + i`, outbox_id: `${BASE} + i`, attempts: '1', order_key: "'order ' || (i % 100)" },
    ...{ channel: words('i', 'webhook', 'webhook', 'mail'), webhook_id: 'case when i % 3 < 2 then 900 + i % 100 end' },
    recipient: "case when i % 3 = 2 then i || '@example.test' end",
    status: `case when i % 50 = 0 then 'failed' when i % 61 = 0 then 'pending' else 'delivered' end`,
    next_attempt_at: `case when i % 61 = 0 then ${now} + 3600000 end`,
  },
  audit_log: {
    staff_id: '1 + i % 500',
    ...{
      audit_id: `${BASE} + i`,
      action: words('i', 'code.create', 'campaign.change'),
      entity: words('i', 'code', 'campaign'),
    },
    entity_id: `'' || i`,
  },
});

const ofStaff = (now: number): Record<string, Columns> => ({
  payout_statements: statementsOf(),
  payout_lines: {
    run_id: RUN_OF_STATEMENT,
    ...{ line_id: `${BASE} + i`, statement_id: `${BASE} + i`, campaign_id: '1001', campaign_name: "'Spring'" },
    ...{ settlements: "'[[1,5]]'", commission_tier: "'10'", creator_id: CREATOR_OF_CODE },
  },
  creator_code_decisions: {
    ...{ decision_id: `${BASE} + i`, code_id: `${BASE} + i * 4 % ${MANY}`, staff_id: '1 + i % 500' },
    decision: `case when i % 500 = 0 then 'disable' else 'approve' end`,
  },
  sign_in_tries: {
    account_hash: "'account ' || i",
    network_hash: "''",
    failures: '1',
    since: `${now}`,
    expires_at: `${now} + 4000000000 + i`,
  },
  staff_sessions: { token_hash: "'token ' || i", staff_id: '1 + i % 500', expires_at: `${now} + 4000000000 + i` },
});

/** Returns the tables that grow with players, creators and time. */
export const largeOf = (now: number): Record<string, Columns> => ({
  ...ofCodes(now),
  ...ofPayments(now),
  ...ofMessages(now),
  ...ofStaff(now),
});

/** Returns the codes: a tenth in one campaign; a quarter are creator codes, most others in batches of a hundred. */
const codesOf = (): Columns => ({
  campaign_id: `case when i % 10 = 0 then ${FILLED.campaign} else 1000 + i % 300 end`,
  kind: "case when i % 4 = 0 then 'creator' when i % 400 = 1 then 'referral' else 'redeem' end",
  code: "'FILL-' || i",
  code_norm: "case when i % 44 = 0 then null else 'FILL-' || i end",
  root_url: "'https://game.example/redeem'",
  usage_limit: 'case i % 5 when 0 then 10 end',
  used: 'i % 12',
  active: 'i % 9 > 0',
  rewards_json: "'[]'",
  base_code_id: `case when i % 4 = 0 then ${BASE} + (i % 50) * 400 + 1 end`,
  creator_id: "case when i % 4 = 0 then 'streamer-' || i end",
  status:
    "case when i % 44 = 0 then 'rejected' when i % 40 = 0 then 'pending' when i % 52 = 0 then 'disabled' else 'approved' end",
  tags: `case when i % 1000 = 10 then '["rare","vip"]' when i % 20 = 10 then '["vip"]' end`,
  job_id: 'case when i % 4 > 0 and i % 400 <> 1 and i % 3 > 0 then 2000 + i / 100 end',
});

const statementsOf = (): Columns => ({
  ...{ statement_id: `${BASE} + i`, creator_id: CREATOR_OF_CODE, creator_name: "'Streamer ' || i" },
  ...{ address_changed: 'i % 20 = 0', carried_in: '0', payable: 'i', carried_out: '0', taken_out: '1 = 0' },
  run_id: RUN_OF_STATEMENT,
});

const NOTHING = ['revenue', 'refunds', 'commission', 'carried_in', 'payable', 'carried_out'].map((name) => [name, '0']);
const TOTALS = `'${JSON.stringify({ creators: 100, creators_paid: 100, addresses_changed: 5, ...Object.fromEntries(NOTHING) })}'`;

/** Returns small tables whose rows the large ones reference. */
export const namedOf = (now: number): Record<string, { count: number; columns: Columns }> => ({
  campaigns: {
    count: 300,
    columns: {
      ...{ campaign_id: '1000 + i', starts_at: `${now} - 86400000 * i`, ends_at: `${now} + 86400000 * i` },
      ...{
        stage: words('i', 'published', 'published', 'draft', 'paused'),
        terms_id: 'null',
        notes: "''",
        tags: `case when i % 7 = 0 then '["vip"]' end`,
        settlement_no: '6',
      },
    },
  },
  bulk_jobs: {
    count: 400,
    columns: {
      ...{
        job_id: '2000 + i',
        kind: "'generate'",
        status: "'done'",
        request: `'{"pattern":"#","root_url":"https://game.example/redeem"}'`,
        total: '100',
        done: '100',
      },
      campaign_id: `case when i % 2 = 1 then ${FILLED.campaign} else 1000 + i % 300 end`,
    },
  },
  key_pools: {
    count: 40,
    columns: { pool_id: '1000 + i', name: "'Pool ' || i", low_stock: '10', keys_left: '9', keys_total: '100' },
  },
  leak_signs: {
    count: 400,
    columns: {
      ...{ sign_id: '1000 + i', day_start: `${now} - i * 86400000`, kind: "'shared'", measured: '9', usual: '0' },
      seen_at: `case when i % 2 = 0 then ${now} end`,
    },
  },
  scheduled_changes: {
    count: 400,
    columns: {
      campaign_id: '1000 + i % 300',
      due_at: `${now} - i * 60000`,
      change: `'{"move":"pause"}'`,
      status: "'done'",
    },
  },
  payout_runs: {
    count: 200,
    columns: {
      ...{
        kind: "'manual'",
        period_key: "'filled ' || i",
        period_start: '0',
        period_end: `${now}`,
        time_zone: "'UTC'",
      },
      ...{ currency: "'USD'", currency_digits: '2', minimum_payout: '0', hold_days: '0', status: "'paid'" },
      ...{
        prepared_at: `${now} - i * 60000`,
        csv_hashes: "'{}'",
        totals: TOTALS,
        run_id: '999 + i',
        campaign_id: 'null',
      },
    },
  },
  payout_run_campaigns: { count: 200, columns: { run_id: '999 + i', campaign_id: '1001', settlement_no: '5' } },
});

const padded = (number: string) => `substr('000000000000' || ${number}, length('' || ${number}) + 1)`;
