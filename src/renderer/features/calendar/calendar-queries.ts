import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import { ask } from '../../client/ask.ts';
import type { ListSearch } from '../../lib/list-search.ts';
import { parseMonth } from '../../lib/months.ts';

export type Calendar = AnswerOf<Endpoints['getCalendar']>;

export interface CalendarSearch extends ListSearch {
  /** Such as "2026-12"; absent for the current month. */
  month?: string;
}

export function parseCalendarSearch(raw: Record<string, unknown>): CalendarSearch {
  const month = parseMonth(raw.month);
  return month === null ? {} : { month };
}

export const calendarQuery = (span: { from: number; to: number }, game: string | undefined) =>
  queryOptions({
    queryKey: ['campaigns', 'calendar', span.from, span.to, game],
    queryFn: () =>
      ask('getCalendar', {
        query: {
          from: new Date(span.from).toISOString(),
          to: new Date(span.to).toISOString(),
          ...(game && { game_id: game }),
        },
      }),
    placeholderData: keepPreviousData,
  });

/** A campaign with its batches, codes and scheduled changes. */
export interface CalendarGroup {
  campaign: Calendar['campaigns'][number];
  batches: Calendar['batches'];
  codes: Calendar['codes'];
  changes: Calendar['changes'];
}

export const groupsOf = ({ campaigns, batches, codes, changes }: Calendar): CalendarGroup[] =>
  campaigns.map((campaign) => {
    const isOfIt = ({ campaign_id }: { campaign_id: number }) => campaign_id === campaign.campaign_id;
    return {
      campaign,
      batches: batches.filter(isOfIt),
      codes: codes.filter(isOfIt),
      changes: changes.filter(isOfIt),
    };
  });
