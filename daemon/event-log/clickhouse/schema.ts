import type { ClickHouse } from './clickhouse-client.ts';
import type { TableNames } from './table-names.ts';

/**
 * Of several rows for one event, the one with the highest version counts. An event received earlier has a higher
 * version, and an erased event has a higher version than any received one. A double holds all versions exactly.
 */
const STORED_TOP = 8e15;
const ERASED_FROM = 9e15;
/**
 * This exceeds the number of events in a batch, so each event of a batch has its own version. If a batch joins an
 * anonymous ID to two users, the first one counts.
 */
const ROWS_PER_MS = 2048;
export const versionOf = (receivedAt: number, index: number): number =>
  STORED_TOP - (receivedAt * ROWS_PER_MS + Math.min(index, ROWS_PER_MS - 1));
export const erasedVersion = (now: number, replaced: number): number => Math.max(ERASED_FROM + now, replaced + 1);

/** Days before 2020 share a partition, so that wrong clocks create few partitions. */
const FIRST_OWN_DAY = 18_262;

/** With these settings, no confirmed insert is lost in a power cut, and old parts can be deleted after a second. */
const DURABLE = [
  ...['fsync_after_insert = 1', 'fsync_part_directory = 1', 'min_compressed_bytes_to_fsync_after_merge = 1'],
  'old_parts_lifetime = 1',
].join(', ');

const COLUMNS = {
  events: `game_id LowCardinality(String), day Int32, event_type LowCardinality(String),
    event_sub_type LowCardinality(String), event_id UUID CODEC(ZSTD(1)), created_at Int64 CODEC(Delta, ZSTD(1)),
    received_at Int64 CODEC(Delta, ZSTD(1)), session_id String CODEC(ZSTD(1)), anon_id String CODEC(ZSTD(1)),
    user_id String CODEC(ZSTD(1)), referral_link Nullable(String) CODEC(ZSTD(1)), payload String CODEC(ZSTD(3)),
    size UInt32, version UInt64 CODEC(Delta, ZSTD(1))`,
  identities: `game_id LowCardinality(String), anon_id String CODEC(ZSTD(1)), user_id String CODEC(ZSTD(1)),
    version UInt64 CODEC(Delta, ZSTD(1))`,
  removed: `quarter Int64, game_id LowCardinality(String), event_type LowCardinality(String),
    event_sub_type LowCardinality(String), run Int64, events UInt64, version UInt64`,
};
const INDEXES = `, INDEX received received_at TYPE minmax GRANULARITY 1, INDEX created created_at TYPE minmax GRANULARITY 1,
  INDEX ids toUInt128(event_id) TYPE minmax GRANULARITY 1`;

type Table = keyof typeof COLUMNS;
const KEYS: Record<Table, string> = {
  events: `PARTITION BY toYYYYMM(toDate(greatest(day, ${FIRST_OWN_DAY - 1})))
    ORDER BY (game_id, day, event_type, toUInt128(event_id))`,
  identities: 'ORDER BY (game_id, anon_id)',
  removed: 'ORDER BY (quarter, game_id, event_type, event_sub_type, run)',
};
/** All copies of an event are on the same server. So are all events and identities of an anonymous ID. */
const SHARDS: Record<Table, string> = {
  events: `cityHash64(game_id, if(anon_id = '', toString(event_id), anon_id))`,
  identities: 'cityHash64(game_id, anon_id)',
  removed: 'cityHash64(game_id)',
};

function createTable(names: TableNames, table: Table): string[] {
  const { database, cluster, onCluster, stored } = names;
  const engine =
    cluster === null
      ? 'ReplacingMergeTree(version)'
      : `ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/${stored[table]}', '{replica}', version)`;
  const columns = `${COLUMNS[table]}${table === 'events' ? INDEXES : ''}`;
  const local = `CREATE TABLE IF NOT EXISTS ${stored[table]}${onCluster} (${columns})
    ENGINE = ${engine} ${KEYS[table]} SETTINGS ${DURABLE}`;
  if (cluster === null) return [local];
  const [, localName] = stored[table].split('.');
  return [
    local,
    `CREATE TABLE IF NOT EXISTS ${names[table]}${onCluster} AS ${stored[table]}
    ENGINE = Distributed(${cluster}, ${database}, ${localName}, ${SHARDS[table]})`,
  ];
}

/** The insert of an event with both IDs also joins its anonymous ID to its user. */
const createJoins = ({ database, onCluster, stored }: TableNames) =>
  `CREATE MATERIALIZED VIEW IF NOT EXISTS ${database}.identities_of_events${onCluster} TO ${stored.identities} AS
    SELECT game_id, anon_id, user_id, version FROM ${stored.events}
    WHERE anon_id != '' AND user_id != '' AND anon_id != user_id AND version < ${ERASED_FROM}`;

const createVersions = ({ cluster, versions, onCluster }: TableNames) =>
  `CREATE TABLE IF NOT EXISTS ${versions}${onCluster} (version UInt32, applied_at Int64)
    ENGINE = ${cluster === null ? 'ReplacingMergeTree' : `ReplicatedReplacingMergeTree('/clickhouse/tables/${versions}', '{replica}')`}
    ORDER BY version`;

/** The statements of each version, oldest first. Each can run twice, because two daemons might start together. */
const MIGRATIONS: readonly ((names: TableNames) => string[])[] = [
  (names) => [
    ...createTable(names, 'events'),
    ...createTable(names, 'identities'),
    ...createTable(names, 'removed'),
    createJoins(names),
  ],
];

/** Lists all statements for a new log, as a database administrator would run them. */
export const schemaStatements = (names: TableNames): string[] => [
  `CREATE DATABASE IF NOT EXISTS ${names.database}${names.onCluster}`,
  createVersions(names),
  ...MIGRATIONS.flatMap((statements) => statements(names)),
];

/** Creates the tables, or brings those of an older version up to date. Throws if a newer daemon has changed them. */
export async function migrateClickHouse({ run, rows, names }: ClickHouse, now: number): Promise<void> {
  const [database = '', versions = ''] = schemaStatements(names);
  await run(database);
  await run(versions);
  const [found] = await rows<{ version: number }>(`SELECT max(version) AS version FROM ${names.versions}`);
  const current = found?.version ?? 0;
  if (current > MIGRATIONS.length)
    throw new Error(
      `The tables in ClickHouse have version ${current}, but this daemon only supports versions up to ${MIGRATIONS.length}`,
    );
  for (const [at, statements] of MIGRATIONS.entries()) {
    if (at < current) continue;
    for (const statement of statements(names)) await run(statement);
    await run(`INSERT INTO ${names.versions} (version, applied_at) VALUES (${at + 1}, ${now})`);
  }
}
