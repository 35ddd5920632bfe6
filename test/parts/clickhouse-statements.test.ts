import { expect, it } from 'vitest';
import { schemaStatements } from '../../daemon/event-log/clickhouse/schema.ts';
import { namesOf } from '../../daemon/event-log/clickhouse/table-names.ts';
import { parseClickHouseUrl } from '../../daemon/lib/clickhouse-url.ts';

// The tests run no cluster, so the statements for a cluster are compared as text.

const oneLine = (text: string) => text.replace(/\s+/g, ' ');
const statements = (cluster: string | null) => schemaStatements(namesOf('game_events', cluster)).map(oneLine);

it('a single server has tables without replicas', () => {
  expect(statements(null).map((text) => text.split(' (')[0])).toEqual([
    'CREATE DATABASE IF NOT EXISTS game_events',
    'CREATE TABLE IF NOT EXISTS game_events.schema_versions',
    'CREATE TABLE IF NOT EXISTS game_events.events',
    'CREATE TABLE IF NOT EXISTS game_events.identities',
    'CREATE TABLE IF NOT EXISTS game_events.removed_counts',
    expect.stringMatching(
      /^CREATE MATERIALIZED VIEW .+ TO game_events\.identities AS SELECT .+ FROM game_events\.events/,
    ),
  ]);
  expect(statements(null).join('\n')).not.toMatch(/cluster|Replicated|Distributed/i);
});

it('on a cluster, each table is replicated and has a distributed table in front of it', () => {
  const [database, versions, ...tables] = statements('main');
  expect(database).toBe('CREATE DATABASE IF NOT EXISTS game_events on cluster main');
  expect(versions).toContain(
    `ReplicatedReplacingMergeTree('/clickhouse/tables/game_events.schema_versions', '{replica}')`,
  );
  for (const [at, table] of ['events', 'identities', 'removed_counts'].entries()) {
    const [local, distributed] = tables.slice(at * 2, at * 2 + 2);
    expect(local).toMatch(new RegExp(`^CREATE TABLE IF NOT EXISTS game_events\\.${table}_local on cluster main \\(`));
    expect(local).toContain(
      `ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/game_events.${table}_local', '{replica}', version)`,
    );
    expect(distributed).toMatch(
      new RegExp(
        `^CREATE TABLE IF NOT EXISTS game_events\\.${table} on cluster main AS game_events\\.${table}_local ` +
          `ENGINE = Distributed\\(main, game_events, ${table}_local, cityHash64\\(game_id`,
      ),
    );
  }
  expect(tables[6]).toMatch(/ on cluster main TO game_events\.identities_local AS .+ FROM game_events\.events_local /);
});

it('events and identities of an anonymous ID are on the same server', () => {
  const all = statements('main').join('\n');
  expect(all).toContain(`cityHash64(game_id, if(anon_id = '', toString(event_id), anon_id))`);
  expect(all).toContain('cityHash64(game_id, anon_id)');
});

it.each([
  [
    'clickhouse://me:p%40ss@db.example:8123/events',
    { origin: 'http://db.example:8123', password: 'p@ss', cluster: null },
  ],
  [
    'clickhouses://db.example/events?cluster=main',
    { origin: 'https://db.example:8443', username: 'default', cluster: 'main' },
  ],
  ['clickhouse://db.example/events', { origin: 'http://db.example:8123', database: 'events', password: '' }],
])('the URL %s', (url, parts) => {
  expect(parseClickHouseUrl(url)).toMatchObject(parts);
});

it.each([
  ['http://db.example/events', 'must be clickhouse://'],
  ['clickhouse://db.example', 'must end with the name of a database'],
  ['clickhouse://db.example/events;drop', 'must end with the name of a database'],
  ['clickhouse://db.example/events?clsuter=main', 'unknown parameter "clsuter"'],
  ['clickhouse://db.example/events?cluster=a%27b', 'cluster'],
])('the URL %s is refused', (url, fault) => {
  expect(() => parseClickHouseUrl(url)).toThrow(fault);
});
