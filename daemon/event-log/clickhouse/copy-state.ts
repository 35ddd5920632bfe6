import type { JoinedIdentity, RemovedCount } from '../event-log.ts';
import type { ClickHouse } from './clickhouse-client.ts';
import { versionOf } from './schema.ts';

/** Stores joined identities. Copied ones keep their time, so that the first user of an anonymous ID still counts. */
export async function copyIdentities(
  { insert, names }: ClickHouse,
  identities: readonly JoinedIdentity[],
): Promise<void> {
  const rows = identities.map((row) => [row.game_id, row.anon_id, row.user_id, versionOf(row.joined_at, 0)]);
  await insert(names.identities, ['game_id', 'anon_id', 'user_id', 'version'], rows);
}

/** Identifies the counts of a copy, so that a repeated copy replaces them. Runs of retention have higher numbers. */
const COPIED = 0;

export async function copyRemoved(
  { insert, names }: ClickHouse,
  counts: readonly RemovedCount[],
  now: number,
): Promise<void> {
  const rows = counts.map((row) => [
    row.hour,
    row.game_id,
    row.event_type,
    row.event_sub_type,
    COPIED,
    row.events,
    now,
  ]);
  const columns = ['quarter', 'game_id', 'event_type', 'event_sub_type', 'run', 'events', 'version'] as const;
  await insert(names.removed, columns, rows);
}
