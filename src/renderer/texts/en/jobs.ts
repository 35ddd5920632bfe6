/** The scheduled jobs. */
export const jobs = {
  title: 'Jobs',
  note: 'Work that the server does on schedule. Each run happens once, also if several servers share a database.',
  overdue: (list: string) => `Overdue: ${list}`,
  overdueText: 'The server tries again automatically. If the fault stays, see the server’s log.',
  job: 'Job',
  runs: 'Runs',
  last: 'Last run',
  next: 'Next run',
  neverYet: 'Never yet',
  states: { running: 'Running', done: 'Done', failed: 'Failed' },
  overdueSince: (when: string) => `Overdue ${when}`,
  campaign: (id: string) => `Campaign ${id}`,
  payoutRun: (id: string) => `Payout run ${id}`,
  /** By the name of the job; a job without words of its own is described as the daemon does. */
  says: {} as Record<string, string>,
  /** The schedule as the daemon names it. */
  schedule: (runs: string) => runs,
};
