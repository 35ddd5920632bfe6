import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Database } from '../../daemon/db/database.ts';
import { ZONE } from '../../daemon/demo/catalogue.ts';
import { fillYear } from '../../daemon/demo/fill-year.ts';
import { findLeakSigns } from '../../daemon/features/leak-signs/find-leak-signs.ts';
import { DAY_MS } from '../../daemon/lib/clock.ts';
import { startOfDay } from '../../daemon/lib/days.ts';
import { testDatabase } from '../support/world/daemon.ts';
import { withEmptyDemo } from '../support/world/demo.ts';

const YEAR_DAYS = 364;
/** For each season of the demo: how many days ago its first and last leak happened, and the number of leaks. */
const SEASONS = [
  [322, 302, 4],
  [250, 212, 5],
  [170, 125, 5],
  [75, 5, 6],
] as const;

const leakDays = (now: number) =>
  SEASONS.flatMap(([first, last, count]) =>
    Array.from({ length: count }, (_, at) => now - Math.round(first - ((first - last) * at) / (count - 1)) * DAY_MS),
  );

/** Adds up the days on which each code of the demo could be redeemed. */
async function countCodeDays(db: Database, now: number): Promise<number> {
  const rows = await db.read(({ db, t: { codes, campaigns } }) =>
    db
      .select({ made: codes.created_at, from: campaigns.starts_at, to: campaigns.ends_at })
      .from(codes)
      .innerJoin(campaigns, eq(campaigns.campaign_id, codes.campaign_id))
      .where(inArray(codes.kind, ['redeem', 'creator'])),
  );
  const daysOf = ({ made, from, to }: (typeof rows)[number]) => (Math.min(to, now) - Math.max(from, made)) / DAY_MS;
  return Math.floor(rows.reduce((sum, row) => sum + Math.max(0, daysOf(row)), 0));
}

test('of 20 leaks in a year of the demo, at least 18 are found, with at most 1 false alarm in 1,000 code-days', {
  timeout: 300_000,
}, async () => {
  const own = await testDatabase('sqlite');
  await withEmptyDemo(own.url, async (db, now) => {
    const leaks = await fillYear(db, now, 1, undefined, { leakDays: leakDays(now) });
    expect(leaks).toHaveLength(20);
    for (let before = YEAR_DAYS - 1; before > 0; before -= 1) {
      const day = { from: startOfDay(now, ZONE, -before), to: startOfDay(now, ZONE, 1 - before) };
      await findLeakSigns(db, day, { zone: ZONE });
    }
    const signs = await db.read(({ db, t: { leak_signs: s, codes } }) =>
      db
        .select({ code: codes.code, day: s.day_start, kind: s.kind })
        .from(s)
        .innerJoin(codes, eq(codes.code_id, s.code_id)),
    );
    const found = leaks.filter(({ kind, code, day }) =>
      signs.some((sign) => sign.kind === kind && sign.code === code.code && sign.day === day),
    );
    const falseAlarms = signs.filter(
      (sign) => !leaks.some(({ code, day }) => sign.code === code.code && sign.day === day),
    );
    const codeDays = await countCodeDays(db, now);
    console.log(`${found.length} of 20 leaks found, ${falseAlarms.length} false alarms in ${codeDays} code-days`);
    expect(found.length).toBeGreaterThanOrEqual(18);
    expect(codeDays).toBeGreaterThan(3000);
    expect(falseAlarms.length).toBeLessThanOrEqual(codeDays / 1000);
  });
  await own.drop();
});
