import { queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../../../daemon/contract/contract.ts';
import type { AnswerOf, DryRunOf } from '../../../../../daemon/contract/endpoint.ts';
import { ask } from '../../../client/ask.ts';

export type ResultPreview = DryRunOf<Endpoints['importPayoutResults']>;
export type Imported = Exclude<AnswerOf<Endpoints['importPayoutResults']>, ResultPreview>;
export type Source = AnswerOf<Endpoints['listPayoutResultSources']>['data'][number];

export const SOURCES_KEY = ['payout-result-sources'];

export const sourcesQuery = queryOptions({
  queryKey: SOURCES_KEY,
  queryFn: () => ask('listPayoutResultSources', {}),
  select: ({ data }) => data,
});

export interface ResultRequest {
  source: string;
  mapping: Source['mapping'];
  csv: string;
}

export async function previewResults(run_id: number, body: ResultRequest): Promise<ResultPreview> {
  const answer = await ask('importPayoutResults', { params: { run_id }, query: { dry_run: 'true' }, body });
  if (!('lines' in answer)) throw new Error('The response is not a preview');
  return answer;
}

export const importResults = (run_id: number, body: ResultRequest): Promise<Imported> =>
  ask('importPayoutResults', { params: { run_id }, query: {}, body });
