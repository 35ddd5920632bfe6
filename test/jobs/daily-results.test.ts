import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { webhookEvents } from '../../daemon/contract/webhook-events.ts';
import type { Tables } from '../../daemon/db/database.ts';
import { seedOrganisation } from '../../daemon/db/seed.ts';
import { prepareDailyResults } from '../../daemon/features/daily-results/prepare-daily-results.ts';
import { findPeriod } from '../../daemon/jobs/period-rules.ts';
import { makeEarning, payAll } from '../support/database/earnings.ts';
import { onEachDatabase } from '../support/world/each-database.ts';

const ZONE = 'Europe/Madrid';
const at = (text: string) => Date.parse(text);
const NOW = at('2026-11-21T07:00:00Z');
const MIDNIGHT = at('2026-11-19T23:00:00Z');
const DAY_MS = 86_400_000;

onEachDatabase((database) => {
  const prepare = (date: string, now = NOW) => {
    const period = findPeriod({ every: 'day', hour: 8 }, ZONE, date) ?? expect.unreachable();
    return prepareDailyResults(database(), { date, from: period.from, to: period.to }, now);
  };
  const told = async () => {
    const rows = await database().read(({ db, t }) => db.select().from(t.outbox).orderBy(t.outbox.outbox_id));
    return rows.map(({ body }) => webhookEvents['creator.daily_result'].parse(JSON.parse(body).data));
  };
  const setCreator = (creator: string, set: Partial<Tables['creators']['$inferInsert']>) =>
    database().write(({ db, t }) => db.update(t.creators).set(set).where(eq(t.creators.creator_id, creator)));

  test('the job writes no message while no creator has an address and no endpoint is subscribed', async () => {
    await seedOrganisation(database(), NOW);
    await database().write(({ db, t }) => db.update(t.organisation).set({ time_zone: ZONE }));
    const span = { from: MIDNIGHT - DAY_MS, to: MIDNIGHT + 5 * DAY_MS };
    // One payment is in the first hour of the day, the other in the last hour of the previous day.
    await makeEarning(database(), { creator: 'c1', ...span, now: MIDNIGHT - 1000 });
    await payAll(database(), ['user_c1'], 700, { createdAt: MIDNIGHT, takenAt: MIDNIGHT });
    for (const creator of ['c2', 'c3', 'c4']) await makeEarning(database(), { creator, ...span, now: MIDNIGHT - 1000 });
    expect(await prepare('2026-11-20')).toBe(0);
    expect(await told()).toEqual([]);
  });

  test('each creator with an address gets one message for a day, with that day’s figures', async () => {
    for (const creator of ['c1', 'c2', 'c3', 'c4']) await setCreator(creator, { email: `${creator}@mail.example` });
    await setCreator('c2', { unsubscribed_at: NOW });
    await setCreator('c3', { status: 'suspended' });
    await database().write(({ db, t }) =>
      db.update(t.codes).set({ status: 'disabled' }).where(eq(t.codes.creator_id, 'c4')),
    );
    expect(await prepare('2026-11-20')).toBe(1);
    expect(await prepare('2026-11-20')).toBe(0);
    const usd = (amount: string) => ({ amount, currency: 'USD' });
    expect(await told()).toMatchObject([
      {
        creator_id: 'c1',
        date: '2026-11-20',
        time_zone: ZONE,
        day: { claims: 0, payments: 1, revenue: usd('7.00') },
        so_far: { claims: 1, payments: 2, revenue: usd('57.00'), expected_payout: usd('5.70') },
      },
    ]);
    expect(await prepare('2026-11-19')).toBe(1);
    expect((await told())[1]).toMatchObject({ date: '2026-11-19', day: { claims: 1, revenue: usd('50.00') } });
  });

  test('a merged creator’s results go to the address of the remaining creator', async () => {
    await makeEarning(database(), {
      creator: 'c5',
      from: MIDNIGHT - DAY_MS,
      to: MIDNIGHT + 5 * DAY_MS,
      now: MIDNIGHT,
    });
    expect(await prepare('2026-11-20')).toBe(0);
    await setCreator('c5', { merged_into: 'c2' });
    expect(await prepare('2026-11-20')).toBe(0);
    await setCreator('c5', { merged_into: 'c1' });
    expect(await prepare('2026-11-20')).toBe(1);
    expect((await told()).at(-1)?.creator_id).toBe('c5');
  });

  test('endpoints get the results of every creator who is not suspended, even for days long past', async () => {
    await database().write(({ db, t }) =>
      db.insert(t.webhooks).values({
        ...{
          url: 'https://client.example',
          events: '["creator.daily_result"]',
          active: true,
          secret: 'x',
          failures: 0,
        },
        ...{ created_at: NOW, updated_at: NOW },
      }),
    );
    expect(await prepare('2026-11-20')).toBe(1);
    expect((await told()).at(-1)?.creator_id).toBe('c2');
    expect(await prepare('2026-11-21', NOW + 60 * DAY_MS)).toBe(3);
    // The campaign had not begun, so nothing was earned.
    expect(await prepare('2026-11-17')).toBe(0);
  });
});
