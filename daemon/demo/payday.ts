import { Temporal } from 'temporal-polyfill';
import type { PaymentFile } from '../contract/payment-files.ts';
import type { Database } from '../db/database.ts';
import { changeCreator } from '../features/creators/change-creator.ts';
import { announceCampaignEnd } from '../features/jobs/announce-campaign-end.ts';
import { campaignEndKey, listUnseenEnds } from '../features/jobs/campaign-ends-store.ts';
import { finishRun, leaseRun } from '../features/jobs/lease-run.ts';
import { findLeakSigns } from '../features/leak-signs/find-leak-signs.ts';
import { LEAK_SIGNS_HOUR } from '../features/leak-signs/leak-sign-rules.ts';
import { type MoveRequest, moveRun } from '../features/payouts/run/change-run.ts';
import { prepareCampaignEndRun, prepareMonthlyRun } from '../features/payouts/run/prepare-run.ts';
import { DAY_MS, HOUR_MS, isoInstant, startOfHour } from '../lib/clock.ts';
import { dateOf, hourOfDate, startOfDate, startOfDay } from '../lib/days.ts';
import type { Agenda } from './agenda.ts';
import type { World } from './build-world.ts';
import { CAMPAIGNS, instantOf, ZONE } from './catalogue.ts';
import { importAnswers } from './payment-results.ts';

/** The default hour of creators' daily results. */
const RESULTS_HOUR = 8;
/** The number of past days searched for signs of leaks: a week, and the days with which that week is compared. */
const SIGN_DAYS = 35;
/** The duration of each job run in the demo. */
const RUN_MS = 900;

/** Creators who changed their payout address before the last run, so that the run has a warning to check. */
export const MOVED = ['cr_1002', 'cr_1006'] as const;

interface Month {
  key: string;
  start: number;
  end: number;
}

/** Returns the last twelve months that have ended before an instant, oldest first. */
function monthsBefore(now: number): Month[] {
  const present = Temporal.PlainDate.from(dateOf(now, ZONE)).toPlainYearMonth();
  const firstOf = (month: Temporal.PlainYearMonth) => startOfDate(month.toPlainDate({ day: 1 }).toString(), ZONE);
  return Array.from({ length: 12 }, (_, at) => present.subtract({ months: 12 - at })).map((month) => ({
    key: month.toString(),
    start: firstOf(month),
    end: firstOf(month.add({ months: 1 })),
  }));
}

/** Plans the scheduled jobs and the work of finance: every run except the last one is approved, exported and paid. */
export function planPaydays(db: Database, agenda: Agenda, { ownerId, people }: World, now: number): void {
  const pay = (runId: number, preparedAt: number, failing: PaymentFile | null = null) => {
    const steps: [MoveRequest, number][] = [
      [{ move: 'approve' }, preparedAt + DAY_MS + 9 * HOUR_MS],
      [{ move: 'export' }, preparedAt + DAY_MS + 10 * HOUR_MS],
      [{ move: 'pay' }, preparedAt + 3 * DAY_MS],
    ];
    for (const [request, at] of steps)
      agenda.plan(at, () => moveRun(db, runId, request, { staffId: people.finance, now: at }));
    const answeredAt = preparedAt + 2 * DAY_MS;
    agenda.plan(answeredAt, () => importAnswers(db, runId, { failing, staffId: people.finance, now: answeredAt }));
  };
  const endCampaigns = async (at: number) => {
    const ended = await db.read((handle) => listUnseenEnds(handle, 'campaign-end-payouts', at));
    for (const one of ended) {
      const key = campaignEndKey(one);
      await ran(db, 'campaign-ends', key, one.end);
      await announceCampaignEnd(db, one, one.end);
      await ran(db, 'campaign-end-payouts', key, one.end);
      pay(await prepareCampaignEndRun(db, one.campaign_id, one.end), one.end);
    }
  };
  const months = monthsBefore(now);
  for (const month of months) {
    const isLast = month === months.at(-1);
    const movedAt = month.end - 2 * DAY_MS;
    if (isLast) agenda.plan(movedAt, () => moveCreators(db, ownerId, movedAt));
    agenda.plan(month.end, async () => {
      await ran(db, 'monthly-payouts', month.key, month.end);
      const runId = await prepareMonthlyRun(db, { ...month, timeZone: ZONE }, month.end);
      if (!isLast) pay(runId, month.end, month === months.at(-2) ? 'paypal' : null);
    });
  }
  for (const { to } of CAMPAIGNS) agenda.plan(instantOf(now, to), () => endCampaigns(instantOf(now, to)));
}

async function moveCreators(db: Database, staffId: number, at: number) {
  const rows = await db.read(({ db, t }) => db.select({ id: t.creators.creator_id }).from(t.creators));
  const known = new Set(rows.map(({ id }) => id));
  for (const creatorId of MOVED.filter((id) => known.has(id)))
    await changeCreator(db, staffId, creatorId, { payout_address: `${creatorId}@mail.example` }, at);
}

const dayBefore = (date: string) => dateOf(startOfDate(date, ZONE) - DAY_MS / 2, ZONE);

/** Records runs of the daily and hourly jobs. Of their results, it creates only the leak signs of the last weeks. */
export async function runDaily(db: Database, now: number) {
  const today = dateOf(now, ZONE);
  const sentOn = hourOfDate(today, ZONE, RESULTS_HOUR) <= now ? today : dayBefore(today);
  await ran(db, 'daily-results', dayBefore(sentOn), hourOfDate(sentOn, ZONE, RESULTS_HOUR));
  for (let before = SIGN_DAYS; before > 0; before -= 1) {
    const day = { from: startOfDay(now, ZONE, -before), to: startOfDay(now, ZONE, 1 - before) };
    await findLeakSigns(db, day, { zone: ZONE });
  }
  const soughtAt = hourOfDate(today, ZONE, LEAK_SIGNS_HOUR) <= now ? today : dayBefore(today);
  await ran(db, 'leak-signs', dayBefore(soughtAt), hourOfDate(soughtAt, ZONE, LEAK_SIGNS_HOUR));
  const hour = startOfHour(now);
  await ran(db, 'retention', `${isoInstant(hour - HOUR_MS).slice(0, 16)}Z`, hour);
}

async function ran(db: Database, job: string, period: string, at: number) {
  const run = await leaseRun(db, job, period, at);
  if (run) await finishRun(db, run, at + RUN_MS);
}
