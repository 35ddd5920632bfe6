import { queryOptions, useQuery } from '@tanstack/react-query';
import { ask } from './ask.ts';

export const organisationQuery = queryOptions({ queryKey: ['organisation'], queryFn: () => ask('getOrganisation') });

/** The organisation's time zone; undefined until it is loaded. */
export const useTimeZone = (): string | undefined => useQuery(organisationQuery).data?.time_zone;
