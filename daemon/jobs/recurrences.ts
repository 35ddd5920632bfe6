import { type Job as Recurrence, scheduleJob } from 'node-schedule';
import { type Schedule, zoneOf } from './period-rules.ts';

/** The instants of schedules, which node-schedule computes in their time zones. */
export interface Recurrences {
  /** Keeps these schedules active, and creates them again only if they have changed. */
  keep(schedules: readonly Schedule[], zone: string): void;
  /**
   * Cancels the schedules after the clock has been set. Otherwise node-schedule would wait too long if the clock was
   * set back, and fire for each skipped instant if it was set ahead.
   */
  forget(): void;
}

/** @param due called when a period of a schedule may have become due */
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
      // node-schedule returns null for an unknown zone; the checks every 15 s then find due periods.
      made = rules.flatMap((rule) => (scheduleJob(JSON.parse(rule), due) as Recurrence | null) ?? []);
    },
    forget,
  };
}

/** Returns a cron rule for the instants of `period-rules.ts`, which decides what is due. */
function ruleOf(schedule: Schedule, ofOrganisation: string): { rule: string; tz: string } {
  const tz = zoneOf(schedule, ofOrganisation);
  if (schedule.every === 'month') return { rule: '0 0 1 * *', tz };
  if (schedule.every === 'week') return { rule: `0 ${schedule.hour} * * 1`, tz };
  if (schedule.every === 'day') return { rule: `0 ${schedule.hour} * * *`, tz };
  // These periods are aligned to whole hours in UTC.
  return { rule: schedule.minutes === 60 ? '0 * * * *' : `*/${schedule.minutes} * * * *`, tz: 'UTC' };
}
