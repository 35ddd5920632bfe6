import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../daemon/contract/endpoint.ts';
import type { SubjectKind } from '../../../daemon/contract/words.ts';
import { ask } from './ask.ts';
import { askAgainEvery } from './query-client.ts';

/** An object that staff can comment on. */
export interface Subject {
  kind: SubjectKind;
  id: string;
}

type Page = AnswerOf<Endpoints['listCampaignActivity']>;
export type ActivityRow = Page['data'][number];
export type Comment = AnswerOf<Endpoints['addCampaignComment']>;
export type Change = Extract<ActivityRow, { kind: 'change' }>;
export type Person = Page['colleagues'][number];

export interface NewComment {
  text: string;
  mentions: number[];
}

interface Calls {
  list: (id: string, query: { cursor: string | undefined }) => Promise<Page>;
  add: (id: string, body: NewComment) => Promise<Comment>;
}

const CALLS: Record<SubjectKind, Calls> = {
  campaign: {
    list: (campaign_id, query) => ask('listCampaignActivity', { params: { campaign_id }, query }),
    add: (campaign_id, body) => ask('addCampaignComment', { params: { campaign_id }, body }),
  },
  code: {
    list: (code_id, query) => ask('listCodeActivity', { params: { code_id }, query }),
    add: (code_id, body) => ask('addCodeComment', { params: { code_id }, body }),
  },
  creator: {
    list: (creator_id, query) => ask('listCreatorActivity', { params: { creator_id }, query }),
    add: (creator_id, body) => ask('addCreatorComment', { params: { creator_id }, body }),
  },
  payout_run: {
    list: (run_id, query) => ask('listRunActivity', { params: { run_id }, query }),
    add: (run_id, body) => ask('addRunComment', { params: { run_id }, body }),
  },
};

const LOOK_EVERY_MS = 15_000;

export const activityQuery = ({ kind, id }: Subject) =>
  infiniteQueryOptions({
    queryKey: ['activity', kind, id],
    queryFn: ({ pageParam }) => CALLS[kind].list(id, { cursor: pageParam || undefined }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: askAgainEvery(LOOK_EVERY_MS),
  });

export const addComment = ({ kind, id }: Subject, comment: NewComment): Promise<Comment> =>
  CALLS[kind].add(id, comment);
