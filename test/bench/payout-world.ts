import type { BenchDaemon } from './bench-daemon.ts';
import { onPostgres, runAll, wordsOf } from './fill.ts';

export interface PayoutWorld {
  creators: number;
  accruals: number;
}

const CAMPAIGNS = 20;
const [BASES, FIRST, SECOND] = [2_000_000, 10_000_000, 20_000_000];
const SPAN_MS = 28 * 86_400_000;
/** One in this many accruals reverses an earlier one. */
const REVERSED = 101;
const STEP = 500_000;

/** Returns the code of the nth creator, counted from 1. Players can redeem it. */
export const payoutCode = (n: number) => `PAYA-${String(n).padStart(8, '0')}`;

/**
 * Fills the database with a month of payments: creators with codes in two campaigns, four players per creator who
 * redeemed both codes, two versions of terms, and refunds. The payments and accruals of a creator are spread over the
 * month and the table. `redeemd verify` finds no differences.
 */
export async function fillPayouts(daemon: BenchDaemon, database: string, world: PayoutWorld): Promise<void> {
  const statements = statementsOf(database, world, Date.now());
  if (database === 'sqlite') return runAll(daemon, database, [...statements, 'analyze']);
  const indexes = await dropIndexes(database);
  await runAll(daemon, database, ['set synchronous_commit = off', ...statements]);
  await runAll(daemon, database, ["set maintenance_work_mem = '256MB'", ...indexes, ...SEQUENCES, 'vacuum (analyze)']);
}

function statementsOf(database: string, { creators, accruals }: PayoutWorld, now: number): string[] {
  const { series, padded, yes, no } = wordsOf(database);
  const players = 4 * creators;
  if (accruals < players) throw new Error('Each player must pay at least once: choose more accruals');
  if ((2 * players) % REVERSED === 0)
    throw new Error('Refunds would reverse refunds: choose another number of creators');
  const start = Math.floor((now - SPAN_MS) / 3_600_000) * 3_600_000;
  const [payer, at] = [`(1 + n % ${players})`, `(${start} + n * ${Math.floor(SPAN_MS / accruals)})`];
  // The factor is coprime to the number of creators, so that neighbours in the table have distant names.
  const creatorOf = (player: string) => `(1 + ${player} * 7919 % ${creators})`;
  const name = (creator: string) => `'payee-' || ${padded(creator)}`;
  const campaignOf = (creator: string, code: 'first' | 'second') =>
    `(${code === 'first' ? creator : `(${creator} + 7)`} % ${CAMPAIGNS})`;
  const isReversal = `(n % ${REVERSED} = 0 and n > ${2 * players})`;
  const original = `(n - ${2 * players})`;
  const amount = `case when ${isReversal} then -(100 + ${original} % 900) else 100 + n % 900 end`;
  const isFirst = `(n / ${players}) % 2 = 0`;
  const ofCreator = creatorOf(payer);
  const quarter = (instant: string) => `${instant} - ${instant} % 900000`;
  const zero = '0, 0, 0';
  const steps = Array.from({ length: Math.ceil(accruals / STEP) }, (_, step) =>
    series(step * STEP + 1, Math.min(accruals, (step + 1) * STEP)),
  );
  const codeColumns =
    'code_id, campaign_id, kind, code, code_norm, name, root_url, used, active, rewards_json, base_code_id, creator_id, status, created_at, updated_at';
  const creatorCodes = (first: number, prefix: string, which: 'first' | 'second') => `
    insert into codes (${codeColumns})
    select ${first} + n, 1001 + ${campaignOf('n', which)}, 'creator', '${prefix}-' || ${padded('n')}, '${prefix}-' || ${padded('n')}, '', '', 0,
           ${yes}, '{}', ${BASES} + ${campaignOf('n', which)}, ${name('n')}, 'approved', ${start}, ${start} from ${series(1, creators)}`;
  const campaign = `1001 + case when ${isFirst} then ${campaignOf(ofCreator, 'first')} else ${campaignOf(ofCreator, 'second')} end`;
  const sums = 'count(*), sum(amount), sum(case when amount < 0 then -amount else 0 end)';
  const seriesColumns = 'campaign_id, hour, game_id, slot, claims, payments, revenue, refunds, creator_revenue';
  const claims = (which: 'first' | 'second') => `
    insert into claims (claim_id, user_id, code_id, base_code_id, linked, key_id, created_at)
    select 2 * n ${which === 'first' ? '- 1' : ''}, 'payer-' || n, ${which === 'first' ? FIRST : SECOND} + ${creatorOf('n')},
           ${BASES} + ${campaignOf(creatorOf('n'), which)}, ${which === 'first' ? yes : no}, 1, ${start} from ${series(1, players)}`;
  return [
    `insert into commission_terms (terms_id, kind, content, created_at) values
      (101, 'tiers', '[{"min_revenue":0,"percent":5},{"min_revenue":200,"percent":7.5}]', ${start}),
      (102, 'tiers', '[{"min_revenue":0,"percent":6},{"min_revenue":300,"percent":8}]', ${start})`,
    `insert into campaigns (campaign_id, name, starts_at, ends_at, stage, terms_id, notes, settlement_no, created_at, updated_at)
     select 1000 + n, 'Campaign ' || n, ${start}, ${now + SPAN_MS}, 'published', 102, '', 1, ${start}, ${start} from ${series(1, CAMPAIGNS)}`,
    `insert into codes (${codeColumns})
     select ${BASES} + n - 1, 1000 + n, 'referral', 'PAYBASE-' || n, 'PAYBASE-' || n, 'Base', 'https://game.example/redeem', 0, ${yes},
            '{"gold":100}', null, null, 'approved', ${start}, ${start} from ${series(1, CAMPAIGNS)}`,
    `insert into creators (creator_id, display_name, email, status, payout_method, payout_address, created_at, updated_at)
     select ${name('n')}, 'Streamer ' || n, 'payee' || n || '@example.test', 'active',
            case when n % 10 = 0 then null when n % 2 = 0 then 'paypal' else 'wise' end,
            case when n % 10 = 0 then null else 'payee' || n || '@example.test' end, ${start}, ${start} from ${series(1, creators)}`,
    creatorCodes(FIRST, 'PAYA', 'first'),
    creatorCodes(SECOND, 'PAYB', 'second'),
    claims('first'),
    claims('second'),
    `insert into links (user_id, creator_id, claim_id, created_at)
     select 'payer-' || n, ${name(creatorOf('n'))}, 2 * n - 1, ${start} from ${series(1, players)}`,
    ...steps.map(
      (numbers) => `
      insert into payments (payment_id, game_id, transaction_id, user_id, amount, refund_of, counted_code_ids,
        counted_campaign_ids, created_at, received_at)
      select n, 'bench', case when ${isReversal} then null else 't-' || n end, 'payer-' || ${payer}, ${amount},
             case when ${isReversal} then 't-' || ${original} end, '[]',
             case when ${isReversal} then '[]' else '[' || (${campaign}) || ']' end, ${at}, ${at} from ${numbers}`,
    ),
    ...steps.map(
      (numbers) => `
      insert into accruals (accrual_id, payment_id, reverses_accrual_id, user_id, code_id, campaign_id, creator_id, terms_id, settlement_no, amount, counted_at, received_at)
      select n, n, case when ${isReversal} then ${original} end, 'payer-' || ${payer},
             case when ${isFirst} then ${FIRST} else ${SECOND} end + ${ofCreator},
             ${campaign},
             ${name(ofCreator)}, case when ${isReversal ? original : 'n'} > ${accruals / 2} then 102 else 101 end, 1, ${amount}, ${at}, ${at}
        from ${numbers}`,
    ),
    `insert into payment_totals (slot, paid, refunded)
     select 0, sum(case when amount > 0 then amount else 0 end), sum(case when amount < 0 then -amount else 0 end) from payments`,
    `insert into counted_refunds (payment_id, kind, target_id, refund_id, amount)
     select reverses_accrual_id, 'campaign', campaign_id, payment_id, -amount from accruals where reverses_accrual_id is not null`,
    // Claims and payments use different slots, so no row is written twice.
    `insert into code_counters (code_id, terms_id, game_id, slot, claims, payments, revenue, refunds)
     select code_id, 0, '', 0, count(*), ${zero} from claims group by code_id`,
    `insert into code_counters (code_id, terms_id, game_id, slot, claims, payments, revenue, refunds)
     select code_id, terms_id, 'bench', 1, 0, ${sums} from accruals group by code_id, terms_id`,
    `insert into code_hours (code_id, hour, game_id, slot, claims, payments, revenue, refunds)
     select code_id, ${quarter('created_at')}, '', 0, count(*), ${zero} from claims group by 1, 2`,
    `insert into code_hours (code_id, hour, game_id, slot, claims, payments, revenue, refunds)
     select code_id, ${quarter('received_at')}, 'bench', 1, 0, ${sums} from accruals group by 1, 2`,
    ...['c.campaign_id', '0'].map(
      (campaign) => `insert into campaign_hours (${seriesColumns})
       select ${campaign}, ${quarter('k.created_at')}, '', 0, count(*), ${zero}, 0
         from claims k join codes c on c.code_id = k.code_id group by 1, 2`,
    ),
    // Every payment counts in full for a creator, so the payments equal the creators' revenue.
    ...['campaign_id', '0'].map(
      (campaign) => `insert into campaign_hours (${seriesColumns})
       select ${campaign}, ${quarter('received_at')}, 'bench', 1, 0, ${sums}, sum(amount) from accruals group by 1, 2`,
    ),
  ];
}

const SEQUENCES = [
  ['commission_terms', 'terms_id'],
  ['campaigns', 'campaign_id'],
  ['codes', 'code_id'],
  ['claims', 'claim_id'],
  ['payments', 'payment_id'],
  ['accruals', 'accrual_id'],
].map(([table, id]) => `select setval('${table}_${id}_seq', (select max(${id}) from ${table}))`);

/** Drops the large tables' indexes, so that filling the tables is faster. @returns the statements that recreate them */
const dropIndexes = (url: string): Promise<string[]> =>
  onPostgres(url, async (client) => {
    const { rows } = await client.query<{ indexname: string; indexdef: string }>(
      "select indexname, indexdef from pg_indexes where tablename in ('payments', 'accruals') and indexname not like '%_pkey'",
    );
    for (const { indexname } of rows) await client.query(`drop index ${indexname}`);
    return rows.map(({ indexdef }) => indexdef);
  });
