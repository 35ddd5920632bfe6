import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { ask } from './ask.ts';

export const organisationQuery = queryOptions({ queryKey: ['organisation'], queryFn: () => ask('getOrganisation') });

const TimeZone = createContext<string | undefined>(undefined);

/** Loads the organisation's time zone once for all times on the screens. */
export const TimeZoneProvider = ({ children }: { children: ReactNode }) => (
  <TimeZone value={useQuery(organisationQuery).data?.time_zone}>{children}</TimeZone>
);

/** Returns the organisation's time zone; undefined until it is loaded. */
export const useTimeZone = (): string | undefined => useContext(TimeZone);
