import type { EventStep } from '../../event-log/event-log.ts';

export interface PersonsEvent {
  person: string;
  created_at: number;
  event_type: string;
  event_sub_type: string;
}

/**
 * Counts the people who did the steps in their order, the last within `withinMs` of the first. Events must be added
 * from the oldest to the newest.
 */
export function createFunnel(steps: readonly EventStep[], withinMs: number) {
  /** For each person and step, the newest instant of a first step from which the person reached this step. */
  const people = new Map<string, number[]>();
  const isOf = (step: EventStep, event: PersonsEvent) =>
    step.event_type === event.event_type &&
    (step.event_sub_type === null || step.event_sub_type === event.event_sub_type);
  return {
    add(event: PersonsEvent): void {
      const begun = people.get(event.person) ?? [];
      // The loop begins with the last step, so that one event does not count as two steps.
      for (let at = steps.length - 1; at >= 0; at -= 1) {
        const step = steps[at];
        if (!step || !isOf(step, event)) continue;
        const start = at === 0 ? event.created_at : begun[at - 1];
        if (start !== undefined && event.created_at - start <= withinMs) begun[at] = start;
      }
      if (begun.length > 0) people.set(event.person, begun);
    },
    /** Returns the number of people who reached each step. */
    counts: (): number[] =>
      steps.map((_, at) => [...people.values()].filter((begun) => begun[at] !== undefined).length),
  };
}
