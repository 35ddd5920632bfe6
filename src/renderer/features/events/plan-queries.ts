import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import type { PlanFault } from '../../../../daemon/contract/tracking-plan.ts';
import { ask, problemOf } from '../../client/ask.ts';
import type { Paging } from '../../lib/list-search.ts';
import { type EventsSearch, spanOf } from './events-queries.ts';

export type Plan = AnswerOf<Endpoints['getTrackingPlan']>;
export type ViolationRow = AnswerOf<Endpoints['listPlanViolations']>['data'][number];

const PLAN = ['events', 'plan'];

export const planQuery = (game: string) =>
  queryOptions({
    queryKey: [...PLAN, game],
    queryFn: () => ask('getTrackingPlan', { query: { game_id: game } }),
  });

export const violationsInput = (search: EventsSearch, now: number) => ({ query: spanOf(search, now) });

export const violationsQuery = (search: EventsSearch, now: number, paging: Paging) => {
  const query = { ...violationsInput(search, now).query, page: search.page, ...paging };
  return queryOptions({
    queryKey: [...PLAN, 'violations', query],
    queryFn: () => ask('listPlanViolations', { query }),
    placeholderData: keepPreviousData,
  });
};

/** Returns the faults of a refused plan; empty if it was refused for another reason. */
export const planFaultsOf = (error: unknown): PlanFault[] =>
  error ? ((problemOf(error).plan_faults as PlanFault[] | undefined) ?? []) : [];
