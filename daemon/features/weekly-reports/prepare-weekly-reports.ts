import type { Database } from '../../db/database.ts';
import { parseGames } from '../../domain/games.ts';
import type { WeeklyReport } from '../../domain/messages.ts';
import { DAY_MS } from '../../lib/clock.ts';
import { dateOf } from '../../lib/days.ts';
import { createReadDashboard, type Dashboard } from '../dashboard/read-dashboard.ts';
import { announce } from '../outbox/outbox-store.ts';
import { listReaders } from './weekly-reports-store.ts';

export const WEEKLY_REPORT_HOUR = 8;
const READERS_A_STEP = 50;
const MAIL_DAYS = 3;
const TOP = 5;

export interface Week {
  /** The date of the week's Monday. */
  key: string;
  from: number;
  /** Exclusive. */
  to: number;
}

/**
 * Writes the reports of a week, a few at a time, for all members of staff who subscribed. A second run for the same
 * week adds only missing reports. After a long downtime, there are no reports for weeks that ended more than three days
 * ago.
 */
export async function prepareWeeklyReports(
  db: Database,
  week: Week,
  { zone, now, signal }: { zone: string; now: number; signal?: AbortSignal },
): Promise<number> {
  if (now >= week.to + MAIL_DAYS * DAY_MS) return 0;
  const readDashboard = createReadDashboard(db);
  const figuresOf = async (games: string | null) =>
    (await readDashboard({ from: week.from, to: week.to, limit: parseGames(games) }, now)).figures;
  const read = new Map<string | null, Dashboard['figures']>();
  let written = 0;
  for (let after = 0; ; ) {
    signal?.throwIfAborted();
    const readers = await db.read((handle) => listReaders(handle, after, READERS_A_STEP));
    const last = readers.at(-1);
    if (!last) return written;
    for (const { games } of readers) if (!read.has(games)) read.set(games, await figuresOf(games));
    const messages = readers.map((reader) => {
      const data = reportOf(reader, read.get(reader.games) as Dashboard['figures'], week, zone);
      const onceKey = `staff.weekly_report:${week.key}:${reader.staff_id}`;
      return { type: 'staff.weekly_report' as const, data, onceKey, always: true };
    });
    written += await db.write(async (handle) => (await announce(handle, messages, now)).length);
    after = last.staff_id;
  }
}

const reportOf = (
  reader: { staff_id: number; name: string; games: string | null },
  { totals, previous, campaigns, creators_top }: Dashboard['figures'],
  { key, to }: Week,
  zone: string,
): WeeklyReport => ({
  ...reader,
  first_day: key,
  last_day: dateOf(to - 1, zone),
  time_zone: zone,
  totals,
  previous,
  campaigns: campaigns
    .slice(0, TOP)
    .map(({ campaign_id, name, claims, revenue }) => ({ campaign_id, name, claims, revenue })),
  creators: creators_top.slice(0, TOP),
});
