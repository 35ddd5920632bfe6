import { dayOf } from './append-events.ts';
import type { ClickHouse } from './clickhouse-client.ts';
import { QUARTER } from './read-figures.ts';

interface Old {
  partition: string;
  /**
   * The time at which the partition's first old event was received. It identifies the stored counts, so that a repeated
   * run replaces them.
   */
  run: number;
  /** Whether every event of the partition is old. */
  whole: boolean;
  events: number;
}

/**
 * Removes old events: whole months at once, and single rows of the month that contains `before`. Removed single rows
 * stay in the server's files until it merges these files or the whole month is removed.
 * @returns the number of removed rows
 */
export async function dropBefore(clickhouse: ClickHouse, before: number, now: number): Promise<number> {
  const { rows, run, names } = clickhouse;
  const old = `day <= ${dayOf(before)} AND created_at < ${before}`;
  const partitions = await rows<Old>(
    `SELECT _partition_id AS partition, minIf(received_at, ${old}) AS run, countIf(${old}) AS events,
       count() = events AS whole
     FROM ${names.events} WHERE _partition_id IN (SELECT DISTINCT _partition_id FROM ${names.events} WHERE ${old})
     GROUP BY partition HAVING events > 0 ORDER BY partition`,
  );
  let removed = 0;
  for (const { partition, run: first, whole, events } of partitions) {
    const which = `_partition_id = '${partition}' AND ${old}`;
    await run(
      `INSERT INTO ${names.removed} (quarter, game_id, event_type, event_sub_type, run, events, version)
       SELECT ${QUARTER} AS quarter, game_id, event_type, event_sub_type, ${first}, count(), ${now}
       FROM ${names.events} FINAL WHERE ${which} GROUP BY quarter, game_id, event_type, event_sub_type`,
    );
    const { events: table } = names.stored;
    if (whole) await run(`ALTER TABLE ${table}${names.onCluster} DROP PARTITION ID '${partition}'`);
    else
      await run(`DELETE FROM ${table}${names.onCluster} WHERE ${old}`, {
        settings: { lightweight_deletes_sync: '2', mutations_sync: '2' },
      });
    removed += events;
  }
  return removed;
}
