import { inLanguage } from './language.ts';

/** The scheduled jobs. */
const english = {
  title: 'Jobs',
  note: 'Tasks that the server runs on a schedule. Each run happens once, even if several servers share a database.',
  overdue: (list: string) => `Overdue: ${list}`,
  overdueText: 'The server retries automatically. If a job remains overdue, check the server’s log.',
  job: 'Job',
  runs: 'Schedule',
  last: 'Last run',
  next: 'Next run',
  neverYet: 'Never',
  states: { running: 'Running', done: 'Done', failed: 'Failed' },
  overdueSince: (when: string) => `Was due ${when}`,
  campaign: (id: string) => `Campaign ${id}`,
  payoutRun: (id: string) => `Payout run ${id}`,
  /** Descriptions by job name. If a job has none here, the daemon's description is shown. */
  descriptions: {} as Record<string, string>,
  /** In English, the schedule is shown in the daemon's own words. */
  schedule: (runs: string) => runs,
};

export const jobs = await inLanguage(english, 'jobs');
