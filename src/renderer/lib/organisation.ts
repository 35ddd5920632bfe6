import { queryOptions, useQuery } from '@tanstack/react-query';
import { ask } from './ask.ts';

export const organisationQuery = queryOptions({ queryKey: ['organisation'], queryFn: () => ask('getOrganisation') });

/** The zone that the organisation's days are of; undefined until it is known. */
export const useTimeZone = (): string | undefined => useQuery(organisationQuery).data?.time_zone;
