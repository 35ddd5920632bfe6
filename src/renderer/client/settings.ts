import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Endpoints } from '../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../daemon/contract/endpoint.ts';
import { ask } from './ask.ts';
import type { Tier } from './campaigns.ts';
import { useMay } from './session.ts';

export type Settings = AnswerOf<Endpoints['getSettings']>;

export const settingsQuery = queryOptions({ queryKey: ['settings'], queryFn: () => ask('getSettings') });

/** Returns the organisation's tiers if the user's role may read them. */
export function useDefaultTiers(): readonly Tier[] | undefined {
  const may = useMay();
  const { data } = useQuery({ ...settingsQuery, enabled: may('getSettings') });
  return data?.commission_tiers;
}
