import type { BenchDaemon } from '../bench-daemon.ts';
import { runAll, wordsOf } from '../fill.ts';

/** The number of codes of each kind, numbered from 0. */
export const CODES = 10_000;
/** The number of codes that most figures use. */
export const MANY = 200;
export const RACE_LIMIT = 100;
/** This limit is never reached, but each redeem must check it. */
export const FAR_LIMIT = 1_000_000_000;
/** IDs start here, so that they differ from all other numbers in a statement. */
export const FIRST_CODE_ID = 2_000_000;

/**
 * Adds approved creator codes FREE-0 … without a limit and LIMIT-0 … with one. They are written directly to the
 * database, because the API would take minutes.
 */
export async function fillCodes(daemon: BenchDaemon, database: string): Promise<void> {
  const free = await daemon.code('FREE', { use_as_referral: 'Y' });
  const limited = await daemon.code('LIMIT', { use_as_referral: 'Y', creator_usage_limit: FAR_LIMIT });
  const { series, yes } = wordsOf(database);
  const now = Date.now();
  const columns =
    'code_id, campaign_id, kind, code, code_norm, name, root_url, used, active, rewards_json, base_code_id, creator_id, status, created_at, updated_at';
  const codes = (name: string, base: number, firstId: number) =>
    `insert into codes (${columns})
     select ${firstId} + n, ${daemon.campaignId}, 'creator', '${name}-' || n, '${name}-' || n, '', '', 0, ${yes}, '{}', ${base},
            'creator-' || n, 'approved', ${now}, ${now} from ${series(0, CODES - 1)}`;
  await runAll(daemon, database, [
    `insert into creators (creator_id, status, created_at, updated_at)
     select 'creator-' || n, 'active', ${now}, ${now} from ${series(0, CODES - 1)}`,
    codes('FREE', free.code_id, FIRST_CODE_ID),
    codes('LIMIT', limited.code_id, FIRST_CODE_ID + CODES),
    ...(database === 'sqlite' ? [] : ["select setval(pg_get_serial_sequence('codes', 'code_id'), 3000000)", 'analyze']),
  ]);
}
