import type { EventLog } from '../event-log/event-log.ts';
import { prepareDailyResults } from '../features/daily-results/prepare-daily-results.ts';
import type { Place } from '../features/day-files/place.ts';
import { archiveDays } from '../features/event-archive/archive-days.ts';
import { ARCHIVE_HOUR } from '../features/event-archive/archive-rules.ts';
import { EVENT_ARCHIVE } from '../features/event-archive/archive-store.ts';
import { daysOf } from '../features/event-archive/event-days.ts';
import type { RatesSource } from '../features/exchange-rates/download-rates.ts';
import { fetchRates } from '../features/exchange-rates/fetch-rates.ts';
import { runCorrection } from '../features/exchange-rates/run-correction.ts';
import { announceCampaignEnd, stillEnds } from '../features/jobs/announce-campaign-end.ts';
import { findLeakSigns } from '../features/leak-signs/find-leak-signs.ts';
import { LEAK_SIGNS_HOUR } from '../features/leak-signs/leak-sign-rules.ts';
import { exportLedger, LEDGER_EXPORT } from '../features/ledger-export/export-ledger.ts';
import { LEDGER_HOUR, type Players } from '../features/ledger-export/ledger-rules.ts';
import { prepareCampaignEndRun, prepareMonthlyRun, resumeRun } from '../features/payouts/run/prepare-run.ts';
import { dropOldRows } from '../features/retention/drop-old-rows.ts';
import { makeChange } from '../features/scheduled-changes/make-change.ts';
import { prepareWeeklyReports, WEEKLY_REPORT_HOUR } from '../features/weekly-reports/prepare-weekly-reports.ts';
import type { S3Access } from '../lib/s3.ts';
import { campaignEnds, endOf } from './campaign-ends.ts';
import { changeIdOf, dueChanges } from './due-changes.ts';
import type { Job } from './job.ts';
import { correctionOf, runningCorrections } from './running-corrections.ts';
import { unfinishedRuns } from './unfinished-runs.ts';

export interface JobSettings extends S3Access {
  /** If it is undefined, the daemon writes no archive of events. */
  eventsFolder?: string | undefined;
  /** If it is undefined, the daemon exports no ledger. */
  ledgerFolder?: string | undefined;
  ledgerPlayers?: Players;
  /** If it is undefined, the daemon fetches no exchange rates. */
  ratesUrl?: string | undefined;
  allowPrivateWebhooks?: readonly string[];
  /** Where SDK events are stored, if not in the database. */
  eventLog?: EventLog | null;
}

/** Lists every scheduled job: its name, when it runs, and what it does. */
export const jobsFor = ({
  eventsFolder,
  ledgerFolder,
  ledgerPlayers = 'plain',
  ratesUrl,
  allowPrivateWebhooks = [],
  eventLog = null,
  ...s3
}: JobSettings): readonly Job[] => [
  {
    name: 'campaign-ends',
    says: 'Sends campaign.ended to webhook endpoints',
    ...campaignEnds,
    run: ({ db, period, now }) => announceCampaignEnd(db, endOf(period), now),
  },
  {
    name: 'campaign-end-payouts',
    says: 'Prepares the payout run for a campaign that has ended',
    ...campaignEnds,
    run: async ({ db, period, now, signal }) => {
      const ended = endOf(period);
      // If the campaign was reopened in the meantime, the run will be created when the campaign ends again.
      if (await stillEnds(db, ended)) await prepareCampaignEndRun(db, ended.campaign_id, now, signal);
    },
  },
  SCHEDULED_CHANGES,
  {
    name: 'monthly-payouts',
    says: 'Prepares the payout run for the previous month',
    schedule: () => ({ every: 'month' }),
    run: ({ db, period: { key, from, to }, zone, now, signal }) =>
      prepareMonthlyRun(db, { key, start: from, end: to, timeZone: zone }, now, signal),
  },
  {
    name: 'unfinished-payouts',
    says: 'Finishes interrupted payout runs that staff started',
    ...unfinishedRuns,
    run: ({ db, now, signal }) => resumeRun(db, now, signal),
  },
  RATE_CORRECTIONS,
  {
    name: 'daily-results',
    says: 'Sends creators the results of the previous day',
    schedule: ({ daily_result_hour }) => ({ every: 'day', hour: daily_result_hour }),
    run: ({ db, period: { key, from, to }, now, signal }) =>
      prepareDailyResults(db, { date: key, from, to }, now, signal),
  },
  WEEKLY_REPORTS,
  leakSigns(eventLog),
  {
    name: 'retention',
    says: 'Deletes rows older than their retention period',
    schedule: () => ({ every: 'minutes', minutes: 60 }),
    run: ({ db, now, signal }) =>
      dropOldRows(db, { calendarJobs, isArchiving: eventsFolder !== undefined, eventLog, now, signal }),
  },
  ...(eventsFolder === undefined ? [] : [eventArchive({ folder: eventsFolder, s3 }, eventLog)]),
  ...(ledgerFolder === undefined ? [] : [ledgerExport({ folder: ledgerFolder, s3 }, ledgerPlayers)]),
  ...(ratesUrl === undefined ? [] : [ratesJob({ url: ratesUrl, privateNetworks: allowPrivateWebhooks })]),
];

const SCHEDULED_CHANGES: Job = {
  name: 'scheduled-changes',
  says: 'Applies the changes to campaigns and batches that staff have scheduled',
  ...dueChanges,
  run: ({ db, period, now }) => makeChange(db, changeIdOf(period), now),
};

const WEEKLY_REPORTS: Job = {
  name: 'weekly-reports',
  says: 'Sends the figures of the previous week to staff who subscribe to them',
  schedule: () => ({ every: 'week', hour: WEEKLY_REPORT_HOUR }),
  run: ({ db, period, zone, now, signal }) => prepareWeeklyReports(db, period, { zone, now, signal }),
};

const leakSigns = (eventLog: EventLog | null): Job => ({
  name: 'leak-signs',
  says: 'Looks for signs that codes have leaked or are being abused',
  schedule: () => ({ every: 'day', hour: LEAK_SIGNS_HOUR }),
  run: ({ db, period, zone, signal }) => findLeakSigns(db, period, { zone, eventLog, signal }),
});

const RATE_CORRECTIONS: Job = {
  name: 'rate-corrections',
  says: 'Corrects the revenue from payments that used a wrong exchange rate',
  ...runningCorrections,
  run: ({ db, period, now, signal }) => runCorrection(db, correctionOf(period), { now, signal }),
};

const eventArchive = (place: Place, eventLog: EventLog | null): Job => ({
  name: EVENT_ARCHIVE,
  says: 'Writes closed days of SDK events to files',
  schedule: () => ({ every: 'day', hour: ARCHIVE_HOUR, zone: 'UTC' }),
  // Each run checks every day, because late events and erasures may have changed a day that already has files.
  run: ({ db, now, signal }) => archiveDays(db, daysOf(db, eventLog), { ...place, now, signal }),
});

const ledgerExport = (place: Place, players: Players): Job => ({
  name: LEDGER_EXPORT,
  says: 'Exports closed days of claims, payments and payouts to files',
  schedule: () => ({ every: 'day', hour: LEDGER_HOUR }),
  // Each run checks every day, because erasures and late statements may have changed a day that already has files.
  run: ({ db, now, signal }) => exportLedger(db, { ...place, players, now, signal }),
});

const ratesJob = (source: RatesSource): Job => ({
  name: 'fetch-rates',
  says: 'Adds the exchange rates from the daily file',
  // The file appears on working days at about 16:00 Frankfurt time, sometimes later.
  schedule: () => ({ every: 'minutes', minutes: 60 }),
  run: ({ db, now, signal }) => fetchRates(db, source, now, signal),
});

/** The jobs with a schedule, including those that this daemon does not run. */
const calendarJobs = jobsFor({ eventsFolder: '', ledgerFolder: '', ratesUrl: '' })
  .filter((job) => 'schedule' in job)
  .map(({ name }) => name);
