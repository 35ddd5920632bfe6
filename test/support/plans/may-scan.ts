import type { Finding } from './explain.ts';
import type { Scan } from './scans.ts';

// Lists the statements that may read a whole table or index, and why each scan is limited. All other statements must
// look up their rows.

export interface MayScan {
  table: string;
  /** Matches the name of the request, or words of its statement. */
  asked: RegExp;
  /** The scan ends when enough rows are found. */
  isWalk?: true;
  /** The scan may use only this index, which contains only some of the rows. */
  index?: RegExp;
  bound: string;
}

/** Tables that stay small, with the reason. Scans of them are ignored. */
export const SMALL_TABLES: Record<string, string> = {
  organisation: 'one row',
  missing_rates: 'a row for each currency',
  audit_head: 'one row',
  payment_totals: 'a row for each of the 64 daemon slots',
  staff: 'people',
  staff_recovery_codes: 'ten for each member of staff',
  staff_passkeys: 'created by hand, at most 20 for each member of staff',
  staff_tokens: 'created by hand, at most 50 for each member of staff',
  saved_views: 'saved by hand',
  comments: 'written by hand',
  comment_mentions: 'the people whom comments mention',
  api_keys: 'created by hand',
  webhooks: 'created by hand',
  campaigns: 'created by hand, a few hundred',
  commission_terms: 'the tiers and percentages that staff have set',
  scheduled_changes: 'created by hand',
  leak_signs: 'a few a day',
  key_pools: 'created by hand, one for each product',
  tracking_plans: 'created by hand, one for each game',
  bulk_jobs: 'created by hand, each for up to 100,000 codes',
  payout_runs: 'one a month, and one for each campaign',
  payout_run_campaigns: 'campaigns of payout runs',
  payout_failures: 'statements that could not be created',
  payout_result_sources: 'at most 100',
  job_runs: 'about 25 a day, kept for 90 days, and two for each campaign',
  sdk_builds: 'one for each version',
  sdk_packages: 'one for each version',
  archived_days: 'one a day',
  event_reports: 'the figures that staff viewed in the last 30 days',
  ledger_days: 'seven a day',
};

const CREATORS = 'the creators of one organisation; 100,000 take 0.1 s (decision 74)';

export const MAY_SCAN: readonly MayScan[] = [
  {
    table: 'payout_detail_requests',
    asked: /^listPayoutDetailRequests$/,
    index: /payout_detail_requests_waiting/,
    bound: 'the waiting requests, at most one for each creator',
  },
  { table: 'creators', asked: /^(listCreators|search)$/, isWalk: true, bound: `filter or search: ${CREATORS}` },
  { table: 'creators', asked: /replace\(replace/, bound: `evidence of the queue, at most once a page: ${CREATORS}` },
  { table: 'creators', asked: /^select count\(\*\) from "creators"/, bound: `the dashboard's count: ${CREATORS}` },
  {
    table: 'codes',
    asked: /^listAllCreatorCodes$/,
    index: /codes_creators|codes_referral/,
    bound: 'a search of creator codes, by the partial indexes of creator codes and referral codes',
  },
  {
    table: 'payout_statements',
    asked: /^getPayoutRun$/,
    index: /payout_statements_voided/,
    bound: 'the few voided statements, by their partial index',
  },
  { table: 'codes', asked: /^search$/, bound: 'the palette: the newest 100,000 codes' },
  {
    table: 'codes',
    asked: /job_id is null and "codes"."active"|distinct "root_url"/,
    index: /codes_hand/,
    bound: 'codes created by hand, by their partial index',
  },
  {
    table: 'codes',
    asked: /^getCalendar$/,
    index: /codes_dated/,
    bound: 'codes created by hand with dates of their own, by their partial index',
  },
  {
    table: 'codes',
    asked: /^listCodes$/,
    isWalk: true,
    bound: 'the codes of a campaign: Postgres walks all codes in order if it expects many matches',
  },
  { table: 'creators', asked: /"payout_hold" is not null/, bound: `creators whose payouts are frozen: ${CREATORS}` },
  {
    table: 'accruals',
    asked: /^select "creator_id", "campaign_id", "settlement_no", "terms_id"/,
    bound: 'a payout run reads the ledger of its campaigns once, in pages',
  },
  {
    table: 'code_hours',
    asked: /"codes"."creator_id" is not null/,
    bound: 'the hours of all creator codes, which the daemon keeps for past days',
  },
  {
    table: 'creator_code_decisions',
    asked: /^listDecisions$/,
    isWalk: true,
    bound: 'decisions of the most frequent kind; others have an index',
  },
  {
    table: 'claims',
    asked: /from "claim_remedies" inner join "claims"/,
    index: /claims_released/,
    bound: 'released claims, by their partial index',
  },
  { table: 'payments', asked: /with recursive g/, bound: 'a look-up for each game, through the index of transactions' },
  {
    table: 'refused_tries',
    asked: /order by "refused_tries"."try_id" desc limit/,
    bound: 'the newest 20,000 failed attempts, or 100,000 for a game',
  },
  { table: 'claim_remedies', asked: /^listClaims$/, isWalk: true, bound: 'the remedies that support made, one by one' },
  {
    table: 'deliveries',
    asked: /status = '(pending|failed)'/,
    index: /deliveries_(waiting|failed)/,
    bound: 'waiting and failed deliveries, by their partial indexes',
  },
  {
    table: 'outbox',
    asked: /spread_at is null/,
    index: /outbox_due/,
    bound: 'messages without deliveries yet, by their partial index',
  },
  {
    table: 'staff_sessions',
    asked: /^select "token_hash" from "staff_sessions"/,
    bound: 'the sessions of staff, which end after twelve hours',
  },
];

/** Returns the statements with scans that the list does not allow, each with its plan. */
export const faultsOf = (findings: readonly Finding[]): string[] =>
  findings.flatMap((finding) => {
    const scans = notAllowed(finding, MAY_SCAN);
    return scans.length > 0 ? [inWords(finding, scans)] : [];
  });

const notAllowed = ({ by, sql, scans }: Finding, allowed: readonly MayScan[]): Scan[] =>
  scans.filter((scan) => !allowed.some((line) => allows(line, scan, by, sql)));

const allows = ({ table, asked, isWalk, index = /^/ }: MayScan, scan: Scan, by: string, sql: string) =>
  table === scan.table && (asked.test(by) || asked.test(sql)) && (!isWalk || scan.isWalk) && index.test(scan.step);

/** Returns the entries that no statement needs. */
export const unneeded = (findings: readonly Finding[], allowed: readonly MayScan[]): MayScan[] =>
  allowed.filter((line) => !findings.some(({ by, sql, scans }) => scans.some((scan) => allows(line, scan, by, sql))));

const inWords = ({ by, sql, params, text }: Finding, scans: readonly Scan[]): string =>
  [
    `${by} scans: ${scans.map(({ step }) => step).join('; ')}`,
    ...[sql.trim(), `-- ${JSON.stringify(params).slice(0, 500)}`, text].map((part) => part.replace(/^/gm, '  ')),
  ].join('\n');
