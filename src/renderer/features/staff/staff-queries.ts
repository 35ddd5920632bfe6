import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import { type AnswerOf, ROLES, type Role } from '../../../../daemon/contract/endpoint.ts';
import { STAFF_SORTS, STAFF_STATUSES, type StaffStatus } from '../../../../daemon/contract/words.ts';
import { ask, problemOf, Refused } from '../../client/ask.ts';
import { type ListSearch, oneOf, parseListSearch } from '../../lib/list-search.ts';
import { staff as t } from '../../texts/staff.ts';

export type Member = AnswerOf<Endpoints['listStaff']>['data'][number];
export type Invitation = AnswerOf<Endpoints['createStaff']>['invitation'];

export interface StaffSearch extends ListSearch {
  role?: Role;
  status?: StaffStatus;
  sort?: (typeof STAFF_SORTS)[number];
}
export const DEFAULT_SORT = 'name';

export function parseStaffSearch(raw: Record<string, unknown>): StaffSearch {
  const { q, page } = parseListSearch(raw);
  const role = oneOf(raw.role, ROLES);
  const status = oneOf(raw.status, STAFF_STATUSES);
  const sort = oneOf(raw.sort, STAFF_SORTS);
  return {
    ...(q && { q }),
    ...(page && { page }),
    ...(role && { role }),
    ...(status && { status }),
    ...(sort && { sort }),
  };
}

export const staffInput = (search: StaffSearch) => ({ query: { sort: DEFAULT_SORT, ...search } }) as const;

export const staffQuery = (search: StaffSearch) =>
  queryOptions({
    queryKey: ['staff', 'list', search],
    queryFn: () => ask('listStaff', staffInput(search)),
    placeholderData: keepPreviousData,
  });

export const memberQuery = (staffId: number) =>
  queryOptions({
    queryKey: ['staff', 'one', staffId],
    queryFn: () => ask('getStaff', { params: { staff_id: staffId } }),
  });

/** Replaces the detail of the refusal `last_owner` with a text that says what to do. */
export function inWords(error: unknown): unknown {
  const problem = problemOf(error);
  return error && problem.code === 'last_owner' ? new Refused({ ...problem, detail: t.lastOwner }) : error;
}
