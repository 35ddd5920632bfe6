import { type Job as Recurrence, scheduleJob } from 'node-schedule';
import { type Schedule, zoneOf } from './period-rules.ts';

/** The instants of schedules, kept by node-schedule in the organisation's time zone. */
export interface Recurrences {
  /** Keeps these; makes them anew only where they changed. */
  keep(schedules: readonly Schedule[], zone: string): void;
  /**
   * After a step of the clock: node-schedule would wait for the instant that it computed before a step back, and go
   * through each instant that a step ahead left out.
   */
  forget(): void;
}

/** @param due called when a period of a schedule may have fallen due */
export function createRecurrences(due: () => void): Recurrences {
  let kept = '';
  let made: Recurrence[] = [];
  const forget = () => {
    for (const recurrence of made) recurrence.cancel();
    made = [];
    kept = '';
  };
  return {
    keep(schedules, zone) {
      const rules = [...new Set(schedules.map((schedule) => JSON.stringify(ruleOf(schedule, zone))))];
      if (kept === rules.join()) return;
      forget();
      kept = rules.join();
      // Null where node-schedule does not know the zone; then the looks of every 15 s find what is due.
      made = rules.flatMap((rule) => (scheduleJob(JSON.parse(rule), due) as Recurrence | null) ?? []);
    },
    forget,
  };
}

/** As cron writes it, at the instants of `period-rules.ts`, which decides what is due. */
function ruleOf(schedule: Schedule, ofOrganisation: string): { rule: string; tz: string } {
  const tz = zoneOf(schedule, ofOrganisation);
  if (schedule.every === 'month') return { rule: '0 0 1 * *', tz };
  if (schedule.every === 'day') return { rule: `0 ${schedule.hour} * * *`, tz };
  // These periods begin at full hours of UTC.
  return { rule: schedule.minutes === 60 ? '0 * * * *' : `*/${schedule.minutes} * * * *`, tz: 'UTC' };
}
