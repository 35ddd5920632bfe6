import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Endpoints } from '../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../daemon/contract/endpoint.ts';
import type { Range } from '../lib/periods.ts';
import { ask, Refused } from './ask.ts';
import { bridge } from './bridge.ts';
import { askAgainEvery } from './query-client.ts';

export type Dashboard = AnswerOf<Endpoints['dashboard']>;

const POLL_MS = 1000;

interface Seen {
  etag: string | null;
  figures: Dashboard;
}

export interface DashboardQuestion {
  /** An ISO 8601 instant. */
  from?: string;
  to?: string;
  campaign_id?: number;
  game_id?: string | undefined;
}

/** Loads the figures every second. If nothing changed, the daemon responds with 304 and React renders nothing. */
export function useDashboard(input: DashboardQuestion) {
  const queries = useQueryClient();
  const queryKey = ['dashboard', input];
  return useQuery({
    queryKey,
    queryFn: async (): Promise<Seen> => {
      const seen = queries.getQueryData<Seen>(queryKey);
      const reply = await bridge.call('dashboard', { query: input, etag: seen?.etag ?? null });
      if (!reply.ok) throw new Refused(reply.problem);
      if (reply.body === null && seen) return seen;
      return { etag: reply.etag, figures: reply.body as Dashboard };
    },
    select: ({ figures }) => figures,
    placeholderData: keepPreviousData,
    refetchInterval: askAgainEvery(POLL_MS),
    retry: false,
  });
}

/** Returns how to load the same figures for an earlier period, so that a chart can show both periods. */
export const earlierFigures = (of: Pick<DashboardQuestion, 'campaign_id' | 'game_id'>) => ({
  key: ['dashboard', of],
  load: (range: Range) => ask('dashboard', { query: { ...of, ...range } }),
});

/** Returns the change of a figure since the previous period; null if there is no figure to compare with. */
export const changeOf = (now: number, before: number) => (before === 0 ? null : (now - before) / Math.abs(before));
