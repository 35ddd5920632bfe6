import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import { UTMS, type Utm } from '../../../../daemon/contract/words.ts';
import { ask } from '../../client/ask.ts';
import { saveList } from '../../client/save-list.ts';
import { type ListSearch, oneOf, parseListSearch } from '../../lib/list-search.ts';
import { lookAgain, WAIT_MS } from './counted.ts';
import { parseStepsSearch, type StepsSearch } from './event-steps.ts';

export type Stats = AnswerOf<Endpoints['eventStats']>;
type Utms = AnswerOf<Endpoints['eventUtms']>;
/** The results of a referral link, or of a value of a UTM parameter. */
export type SourceRow = NonNullable<Utms['data']>[number];

export const PERIODS = ['24h', '7d', '30d'] as const;
export type Period = (typeof PERIODS)[number];
export const DEFAULT_PERIOD: Period = '7d';
const TABS = ['list', 'funnel', 'steps', 'cohorts', 'plan'] as const;
const FIELDS = ['game', 'type', 'sub', 'session', 'user', 'anon'] as const;
export type Field = (typeof FIELDS)[number];

export interface EventsSearch extends ListSearch, StepsSearch, Partial<Record<Field, string>> {
  tab?: (typeof TABS)[number];
  /** The parameter by which the sources are counted, instead of the referral link. */
  by?: Utm;
  period?: Period;
}

export const NO_FILTERS: Partial<Record<Field, undefined>> = Object.fromEntries(
  FIELDS.map((name) => [name, undefined]),
);
export const isFiltered = (search: EventsSearch) => FIELDS.some((name) => search[name] !== undefined);

export function parseEventsSearch(raw: Record<string, unknown>): EventsSearch {
  const tab = oneOf(raw.tab, TABS);
  const period = oneOf(raw.period, PERIODS);
  const by = oneOf(raw.by, UTMS);
  const { page } = parseListSearch(raw);
  const given = FIELDS.flatMap((name) => {
    const value = raw[name];
    return typeof value === 'string' && value !== '' ? [[name, value.slice(0, 255)]] : [];
  });
  const { game, session, ...rest }: Partial<Record<Field, string>> = Object.fromEntries(given);
  return {
    ...rest,
    ...parseStepsSearch(raw),
    ...(tab && { tab }),
    ...(period && { period }),
    ...(by && { by }),
    ...(page && { page }),
    ...(game && isGame(game) && { game }),
    ...(session && isSession(session) && { session }),
  };
}

/** The daemon refuses other values, so they are omitted if the address or an incomplete filter contains them. */
export const isGame = (text: string) => /^[A-Za-z0-9_]{1,64}$/.test(text);
export const isSession = (text: string) =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(text);

const HOUR_MS = 3_600_000;
const HOURS: Record<Period, number> = { '24h': 24, '7d': 168, '30d': 720 };

/**
 * Returns a span that ends with the current hour, so that requests stay the same for an hour and their responses are
 * cached.
 */
export function spanOf({ period = DEFAULT_PERIOD, game }: EventsSearch, now: number) {
  const to = (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;
  const from = to - HOURS[period] * HOUR_MS;
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString(), game_id: game };
}

const LOOK_EVERY_MS = 10_000;

/** The tables of the overview, each with the name of its file. */
const STATS_FILES = { types: 'event-types', series: 'events-over-time', by_session: 'sessions', by_user: 'users' };
export type EventTable = keyof typeof STATS_FILES;

export const saveStats = (search: EventsSearch, now: number, table: EventTable) =>
  saveList(STATS_FILES[table], 'eventStats', { query: { ...spanOf(search, now), wait_ms: WAIT_MS, table } });

export const statsQuery = (search: EventsSearch, now: number) => {
  const query = spanOf(search, now);
  return queryOptions({
    queryKey: ['events', 'stats', query],
    queryFn: () => ask('eventStats', { query: { ...query, wait_ms: WAIT_MS } }),
    placeholderData: keepPreviousData,
    refetchInterval: lookAgain(LOOK_EVERY_MS),
  });
};

/** Reads the counts by type, for which the daemon does not need to read the events. */
export const typesQuery = (search: EventsSearch, now: number) => typesOf(spanOf(search, now));

/** Reads the counts of the previous period, which has the same length. */
export const typesBeforeQuery = (search: EventsSearch, now: number) =>
  typesOf(spanOf(search, now - HOURS[search.period ?? DEFAULT_PERIOD] * HOUR_MS));

const typesOf = (query: ReturnType<typeof spanOf>) => {
  return queryOptions({
    queryKey: ['events', 'types', query],
    queryFn: () => ask('eventStats', { query: { ...query, activity: 'false' } }),
    placeholderData: keepPreviousData,
  });
};

const sourcesInput = (search: EventsSearch, now: number) => ({ ...spanOf(search, now), wait_ms: WAIT_MS });

/** Saves the results of the referral links, or of the values of a UTM parameter. */
export function saveSources(search: EventsSearch, now: number): Promise<void> {
  const query = sourcesInput(search, now);
  const { by } = search;
  if (by) return saveList(by, 'eventUtms', { query: { ...query, utm: by } });
  return saveList('referral-links', 'eventFunnel', { query });
}

export const sourcesQuery = (search: EventsSearch, now: number) => {
  const query = sourcesInput(search, now);
  const { by } = search;
  return queryOptions({
    queryKey: ['events', 'sources', by, query],
    queryFn: async (): Promise<Utms> => {
      if (by) return ask('eventUtms', { query: { ...query, utm: by } });
      const { data, ...counted } = await ask('eventFunnel', { query });
      return {
        ...counted,
        data: data?.map(({ referral_link, ...sums }) => ({ value: referral_link, ...sums })) ?? null,
      };
    },
    placeholderData: keepPreviousData,
    refetchInterval: lookAgain(false),
  });
};

export type CohortRow = NonNullable<AnswerOf<Endpoints['eventCohorts']>['data']>[number];

export const cohortsInput = ({ game }: EventsSearch) => ({ query: { game_id: game, wait_ms: WAIT_MS } });

export const cohortsQuery = (search: EventsSearch) =>
  queryOptions({
    queryKey: ['events', 'cohorts', search.game],
    queryFn: () => ask('eventCohorts', cohortsInput(search)),
    placeholderData: keepPreviousData,
    refetchInterval: lookAgain(false),
  });

export function eventsInput(search: EventsSearch, now: number) {
  const { type, sub, session, user, anon } = search;
  const fields = { event_type: type, event_sub_type: sub, session_id: session, user_id: user, anon_id: anon };
  return { query: { ...spanOf(search, now), ...fields } };
}

export const eventsQuery = (search: EventsSearch, now: number) => {
  const { query } = eventsInput(search, now);
  return infiniteQueryOptions({
    queryKey: ['events', 'list', query],
    queryFn: ({ pageParam }) => ask('listEvents', { query: { ...query, cursor: pageParam || undefined } }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });
};
