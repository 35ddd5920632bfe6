import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchDaemon } from './bench-daemon.ts';

/** The length of a campaign's series: 60 days, of which the dashboard shows 30. */
const QUARTERS = 60 * 24 * 4;
const QUARTER_MS = 900_000;
const TRIES = 100_000;
const COLD_RUNS = 7;
const WARM_RUNS = 7;
/** How long the daemon repeats its last response instead of computing the dashboard again. */
const FRESH_MS = 1000;

type Series = (from: number, to: number, as?: string) => string;

/**
 * Returns statements that insert failed attempts, and the counters and series of two daemons with claims in every third
 * quarter of an hour.
 */
export function figures(series: Series, { campaigns, now }: { campaigns: number; now: number }): string[] {
  const quarter = Math.floor(now / QUARTER_MS) * QUARTER_MS;
  const ids = [0, ...Array.from({ length: campaigns }, (_, at) => 1001 + at)];
  return [
    `insert into code_counters (code_id, terms_id, game_id, slot, claims, payments, revenue, refunds)
     select code_id, terms.n, 'bench', slot.n, code_id % 97, code_id % 31, code_id % 9973 * 100, code_id % 7
       from codes, ${series(0, 1, 'terms')}, ${series(0, 1, 'slot')} where kind = 'creator'`,
    ...ids.map(
      (
        id,
      ) => `insert into campaign_hours (campaign_id, hour, game_id, slot, claims, payments, revenue, refunds, creator_revenue)
        select ${id}, ${quarter} - n * ${QUARTER_MS}, 'bench', n % 2, n % 23, n % 11, (n * ${id}) % 9973 * 100, n % 5,
               (n * ${id}) % 997 * 100
          from ${series(0, QUARTERS - 1)} where ${id} = 0 or n % 3 = ${id % 3}`,
    ),
    `insert into refused_tries (user_id, code, reason, family_id, created_at)
     select 'player-' || n, 'NO-SUCH', case n % 3 when 0 then 'already_redeemed' else 'code_not_found' end, 1,
            ${now} - n * 1000 from ${series(1, TRIES)}`,
  ];
}

/** Returns how long the daemon takes to send the dashboard: for the first request after a start, and for later ones. */
export async function timesOfDashboard(daemon: Pick<BenchDaemon, 'staff' | 'restart'>) {
  const times = { cold: [] as number[], warm: [] as number[] };
  const ask = async () => {
    const startedAt = performance.now();
    await daemon.staff('GET', '/v1/admin/dashboard');
    return performance.now() - startedAt;
  };
  for (let run = 0; run < COLD_RUNS; run += 1) {
    await daemon.restart();
    // This request reads the session and lets V8 compile the code for it, so only the dashboard itself is cold.
    await daemon.staff('GET', '/v1/admin/session');
    times.cold.push(await ask());
  }
  for (let run = 0; run < WARM_RUNS; run += 1) {
    await sleep(FRESH_MS);
    times.warm.push(await ask());
  }
  return times;
}
