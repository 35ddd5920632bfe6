import type pg from 'pg';
import { DAY_MS } from '../../lib/clock.ts';

const DAYS_AHEAD = 7;

/**
 * Daily partitions of the events for today and the week after. Where one cannot be made (another daemon is making it,
 * rows of its day lie in the default partition already) the default partition takes that day.
 * @returns how many there are now that were not there before
 */
export async function ensurePartitions(pool: Pick<pg.Pool, 'query'>, now: number): Promise<number> {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const days = Array.from({ length: DAYS_AHEAD + 1 }, (_, index) => today + index * DAY_MS);
  const names = days.map((day) => `sdk_events_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`);
  // Asked for first: making a partition locks the table's default partition, even where there is nothing to make.
  const { rows } = await pool.query('SELECT to_regclass(name)::text AS found FROM unnest($1::text[]) AS name', [names]);
  const found = new Set(rows.map((row: { found: string | null }) => row.found));
  let made = 0;
  for (const [index, day] of days.entries()) {
    const name = names[index] as string;
    if (found.has(name)) continue;
    try {
      await pool.query(`CREATE TABLE ${name} PARTITION OF sdk_events FOR VALUES FROM (${day}) TO (${day + DAY_MS})`);
      made += 1;
    } catch {
      // The default partition takes that day.
    }
  }
  return made;
}
