import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import { ask } from '../../client/ask.ts';
import { oneOf } from '../../lib/list-search.ts';
import { lookAgain, WAIT_MS } from './counted.ts';

/** A type and a sub-type of events; null means any sub-type. */
export type Step = [type: string, sub: string | null];

/** How many users reached a step, and how long they took. */
export type StepCount = NonNullable<AnswerOf<Endpoints['eventSteps']>['steps']>[number];

const FEWEST_STEPS = 2;
export const MOST_STEPS = 6;
export const WITHIN_HOURS = ['1', '24', '168'] as const;

export interface StepsSearch {
  /** The steps as JSON, in the format of the daemon. */
  steps?: string;
  within?: (typeof WITHIN_HOURS)[number];
}

const isText = (value: unknown) => typeof value === 'string' && value !== '' && value.length <= 255;
const isStep = (value: unknown): value is Step =>
  Array.isArray(value) && value.length === 2 && isText(value[0]) && (value[1] === null || isText(value[1]));

/** Parses steps from the address, which can contain anything. */
export function stepsOf(text: unknown): Step[] {
  try {
    const steps: unknown = JSON.parse(String(text));
    return Array.isArray(steps) ? steps.filter(isStep).slice(0, MOST_STEPS) : [];
  } catch {
    return [];
  }
}

export const textOf = (steps: readonly Step[]) => (steps.length === 0 ? undefined : JSON.stringify(steps));

export function parseStepsSearch(raw: Record<string, unknown>): StepsSearch {
  const steps = textOf(stepsOf(raw.steps));
  const within = oneOf(raw.within, WITHIN_HOURS);
  return { ...(steps && { steps }), ...(within && { within }) };
}

interface Span {
  from: string;
  to: string;
  game_id: string | undefined;
}

export const stepsInput = (span: Span, { steps = '', within }: StepsSearch) => ({
  query: { ...span, steps, within_hours: within, wait_ms: WAIT_MS },
});

export const stepsQuery = (span: Span, { steps = '', within }: StepsSearch) =>
  queryOptions({
    queryKey: ['events', 'steps', span, steps, within],
    queryFn: () => ask('eventSteps', stepsInput(span, { steps, within })),
    enabled: stepsOf(steps).length >= FEWEST_STEPS,
    placeholderData: keepPreviousData,
    refetchInterval: lookAgain(false),
  });
