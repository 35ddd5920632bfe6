import { quantilesOf, type StepReached, stepReached } from '../../domain/events/step-times.ts';
import type { EventStep } from '../../event-log/event-log.ts';

export interface PersonsEvent {
  person: string;
  created_at: number;
  event_type: string;
  event_sub_type: string;
}

/**
 * Counts the people who did the steps in order, the last within `withinMs` of the first, and measures how long each
 * step took. A sequence starts with an event of the first step. The time for a step is measured within one sequence,
 * from the first event of the previous step to the first event of this step. Events must be added oldest first.
 */
export function createFunnel(steps: readonly EventStep[], withinMs: number) {
  /**
   * For each person, two times per step: the start of the newest sequence in which they reached the step, and when they
   * first reached the step in that sequence.
   */
  const people = new Map<string, number[]>();
  /** For each step, how long each person took to get there from the previous step; 0 for the first step. */
  const times = steps.map((): number[] => []);
  const isOf = (step: EventStep, event: PersonsEvent) =>
    step.event_type === event.event_type &&
    (step.event_sub_type === null || step.event_sub_type === event.event_sub_type);
  return {
    add(event: PersonsEvent): void {
      const { created_at: now } = event;
      const begun = people.get(event.person) ?? [];
      // The loop begins with the last step, so that one event does not count as two steps.
      for (let at = steps.length - 1; at >= 0; at -= 1) {
        const step = steps[at];
        if (!step || !isOf(step, event)) continue;
        const [start, since] = at === 0 ? [now, now] : [begun[2 * at - 2], begun[2 * at - 1]];
        if (start === undefined || since === undefined || now - start > withinMs || begun[2 * at] === start) continue;
        if (begun[2 * at] === undefined) times[at]?.push(now - since);
        begun[2 * at] = start;
        begun[2 * at + 1] = now;
      }
      if (begun.length > 0) people.set(event.person, begun);
    },
    result: (): StepReached[] => times.map((took, at) => stepReached(took.length, at === 0 ? [] : quantilesOf(took))),
  };
}
