import type { Games } from '../../domain/games.ts';
import type { EventSpan } from '../event-log.ts';
import { dayOf } from './append-events.ts';
import type { Params } from './clickhouse-client.ts';
import type { TableNames } from './table-names.ts';

/** Conditions of a statement, joined by `and`, and the values of their parameters. */
export interface Conditions {
  sql: string;
  params: Params;
}

export const all = (...conditions: readonly (Conditions | null)[]): Conditions => {
  const set = conditions.filter((one) => one !== null);
  return {
    sql: set.length === 0 ? 'true' : set.map(({ sql }) => `(${sql})`).join(' AND '),
    params: Object.assign({}, ...set.map(({ params }) => params)),
  };
};

export const ofGames = (games: Games): Conditions | null =>
  games && { sql: 'game_id IN {games:Array(String)}', params: { games } };

/** Selects the events of a period. The day is part of the key, so the server skips most rows of other days. */
export const between = (from: number, to: number): Conditions => ({
  sql: `created_at >= {from:Int64} AND created_at < {to:Int64} AND day >= {fromDay:Int64} AND day <= {toDay:Int64}`,
  params: { from, to, fromDay: dayOf(from), toDay: dayOf(to - 1) },
});

export const within = ({ from, to, games }: EventSpan): Conditions => all(between(from, to), ofGames(games));

/** The user that each anonymous ID was first joined to, whether or not the server has merged the rows. */
export const joinedUsers = ({ identities }: TableNames, games: Games = null): string =>
  `(SELECT game_id, anon_id, argMax(user_id, version) AS joined FROM ${identities}
    WHERE ${all(ofGames(games)).sql} GROUP BY game_id, anon_id)`;

/** An event's person: its user, otherwise the user joined to its anonymous ID, otherwise the anonymous ID; or ''. */
export const PERSON = `multiIf(user_id != '', user_id, joined != '', joined, anon_id)`;
