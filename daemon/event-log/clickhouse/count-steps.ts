import { STEP_QUANTILES, type StepReached, stepReached } from '../../domain/events/step-times.ts';
import type { EventSpan, EventStep } from '../event-log.ts';
import type { ClickHouse, Params } from './clickhouse-client.ts';
import { all, type Conditions, joinedUsers, PERSON, within } from './conditions.ts';

/** The number of bits in a packed event for the steps that it matches, and for its ID. */
const STEP_BITS = 16;
const ID_BITS = 128;

/** Times are measured from the start of the span. This value means that the person has not reached the step. */
const NEVER = '-1';

const isOf = ({ event_sub_type }: EventStep, at: number): string =>
  event_sub_type === null
    ? `event_type = {type${at}:String}`
    : `event_type = {type${at}:String} AND event_sub_type = {sub${at}:String}`;

const paramsOf = ({ event_type, event_sub_type }: EventStep, at: number): Params => ({
  [`type${at}`]: event_type,
  ...(event_sub_type === null ? {} : { [`sub${at}`]: event_sub_type }),
});

/**
 * An event as one number, made of its time, its ID and the steps that it matches, so that numbers sort as the rules
 * require. ClickHouse collects and sorts numbers several times as fast as tuples.
 */
const packed = (steps: readonly EventStep[]): string => {
  const mask = steps.map((step, at) => `(${isOf(step, at)}) * ${2 ** at}`).join(' + ');
  return `bitOr(bitShiftLeft(toUInt256(created_at - {from:Int64}), ${ID_BITS + STEP_BITS}),
    bitOr(bitShiftLeft(toUInt256(toUInt128(event_id)), ${STEP_BITS}), toUInt256(${mask})))`;
};

/**
 * Returns the SQL for an array with one value for each event of a person, in order. If the person has reached this step
 * by that event, the value is the time of the newest first-step event from which they reached it. An event that matches
 * this step takes the value that the previous step had before the event, so one event never counts as two steps.
 */
function reached(at: number, withinMs: number | null): string {
  const isStep = `bitAnd(m, ${2 ** at}) != 0`;
  if (at === 0) return `arrayFill(x -> x >= 0, arrayMap((t, m) -> if(${isStep}, t, ${NEVER}), ts, ms))`;
  const isInTime = withinMs === null ? '' : ' AND t - p <= {withinMs:Int64}';
  return `arrayFill(x -> x >= 0, arrayMap((t, m, p) -> if(${isStep} AND p >= 0${isInTime}, p, ${NEVER}),
    ts, ms, arrayPushFront(arrayPopBack(r${at - 1}), ${NEVER})))`;
}

/** Returns the SQL for the time that a person took from the previous step until they first reached this step. */
function took(at: number): string {
  // The index of the event with which the person first reached this step: all events before it have the value `NEVER`.
  const first = `countEqual(r${at}, ${NEVER}) + 1`;
  // This step's value was copied from the previous step's array. The first event with that value in that array is the
  // one that reached the previous step.
  return `if(r${at}[-1] >= 0, ts[${first}] - ts[indexOf(r${at - 1}, r${at}[${first}])], ${NEVER})`;
}

interface Found {
  counts: number[];
  /** The quantiles for each step after the first one. */
  times: number[][];
}

/**
 * Counts the people who reached each step. ClickHouse's `windowFunnel` is not used, because it orders events of the
 * same millisecond differently and lets one event count as two steps.
 */
export async function countSteps(
  { rows, names }: ClickHouse,
  span: EventSpan,
  steps: readonly EventStep[],
  withinMs: number | null,
): Promise<StepReached[]> {
  const ofSteps: Conditions = {
    sql: steps.map((step, at) => `(${isOf(step, at)})`).join(' OR '),
    params: Object.assign(withinMs === null ? {} : { withinMs }, ...steps.map(paramsOf)),
  };
  const { sql, params } = all(within(span), ofSteps, { sql: `user_id != '' OR anon_id != ''`, params: {} });
  const later = steps.map((_, at) => at).slice(1);
  const expressions = [
    ...steps.map((_, at) => `${reached(at, withinMs)} AS r${at}`),
    ...later.map((at) => `${took(at)} AS d${at}`),
  ];
  const quantiles = later.map((at) => `quantilesExactIf(${STEP_QUANTILES})(d${at}, d${at} >= 0)`);
  const [found] = await rows<Found>(
    `WITH ${expressions.join(', ')}
     SELECT [${steps.map((_, at) => `countIf(r${at}[-1] >= 0)`).join(', ')}] AS counts, [${quantiles.join(', ')}] AS times
     FROM (SELECT arrayMap(x -> toInt64(bitShiftRight(x, ${ID_BITS + STEP_BITS})), sorted) AS ts,
         arrayMap(x -> toUInt16(bitAnd(x, ${2 ** STEP_BITS - 1})), sorted) AS ms
       FROM (SELECT arraySort(groupArrayArray(events)) AS sorted
         FROM (SELECT game_id, user_id, anon_id, groupArray(${packed(steps)}) AS events
               FROM ${names.events} FINAL WHERE ${sql} GROUP BY game_id, user_id, anon_id) AS e
         LEFT JOIN ${joinedUsers(names, span.games)} AS i USING (game_id, anon_id)
         GROUP BY ${PERSON}))
     WHERE arrayExists(m -> bitAnd(m, 1) != 0, ms)`,
    { params },
  );
  return steps.map((_, at) => {
    const users = found?.counts[at] ?? 0;
    // ClickHouse returns zeros as the quantiles of no values.
    return users === 0 || at === 0 ? stepReached(users) : stepReached(users, found?.times[at - 1]);
  });
}
