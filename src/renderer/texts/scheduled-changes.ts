import { inLanguage } from './language.ts';

/** Changes to campaigns and batches at a future instant. */
const english = {
  title: 'Scheduled changes',
  schedule: 'Schedule a change',
  ofCampaign: 'Schedule a change to this campaign',
  ofBatch: 'Schedule a change to this batch',
  what: 'Change',
  kinds: {
    publish: 'Publish or resume',
    pause: 'Pause',
    period: 'Change the period',
    activate: 'Activate',
    deactivate: 'Deactivate',
    limit: 'Change the limit',
    dates: 'Change the dates',
    conditions: 'Change the conditions',
  },
  when: 'At',
  whenHelp: 'The server will apply the change within 15 seconds of this time.',
  starts: 'New start',
  ends: 'New end',
  limit: 'Maximum redemptions per code',
  timeMissing: 'Enter a date and time in the future',
  periodMissing: 'Enter a date and time',
  afterStart: 'The end must be after the start',
  save: 'Schedule',
  scheduled: 'The change has been scheduled.',
  at: 'At',
  by: (name: string) => `Scheduled by ${name}`,
  cancel: 'Cancel this change',
  question: {
    title: 'Cancel this scheduled change?',
    text: 'The server will not apply the change. You can schedule it again.',
    confirm: 'Cancel the change',
    cancel: 'Keep it',
  },
  cancelled: 'The scheduled change has been cancelled.',
  notCancelled: 'The change was not cancelled',
  statuses: { waiting: 'Waiting', done: 'Applied', failed: 'Failed', cancelled: 'Cancelled' },
  /** Each change and its new value. */
  effects: {
    publish: 'Publish',
    pause: 'Pause',
    activate: 'Activate all codes',
    deactivate: 'Deactivate all codes',
    limit: (limit: string) => `Maximum redemptions per code: ${limit}`,
    starts: (at: string) => `Start: ${at}`,
    ends: (at: string) => `End: ${at}`,
    conditions: (conditions: string) => `Conditions: ${conditions}`,
  },
  none: 'none',
};

export const scheduledChanges = await inLanguage(english, 'scheduled-changes');
