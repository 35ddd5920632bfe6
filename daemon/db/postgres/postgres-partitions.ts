import type pg from 'pg';
import { DAY_MS } from '../../lib/clock.ts';

const DAYS_AHEAD = 7;

/**
 * Creates daily event partitions for today and the next week. If the default partition already has rows of a day, that
 * day's partition cannot be created, and the default partition stores all events of the day.
 * @returns how many partitions it created
 */
export async function ensurePartitions(pool: Pick<pg.Pool, 'query'>, now: number): Promise<number> {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const days = Array.from({ length: DAYS_AHEAD + 1 }, (_, index) => today + index * DAY_MS);
  const names = days.map((day) => `sdk_events_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`);
  // CREATE TABLE locks the default partition even if the partition exists, so existing ones are skipped.
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
      // Another daemon has created the partition, or the default partition stores that day's events.
    }
  }
  return made;
}
