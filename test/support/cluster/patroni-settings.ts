import { POSTGRES_BIN } from './programs.ts';

export const SUPERUSER = 'postgres';
export const POSTGRES_PORT = 5432;
export const REST_PORT = 8008;
export const SCOPE = 'drill';

export interface NodeSettings {
  name: string;
  address: string;
  folder: string;
  etcd: string;
  password: string;
  isSynchronous: boolean;
}

/** In seconds. Patroni requires loop_wait + 2 × retry_timeout ≤ ttl, and 20 is the lowest sensible ttl. */
const DCS = { ttl: 20, loop_wait: 1, retry_timeout: 8 };

/** A small server: with 1 MB segments, a full disk is noticed within seconds. */
const PARAMETERS = {
  synchronous_commit: 'on',
  max_connections: 100,
  shared_buffers: '64MB',
  min_wal_size: '4MB',
  max_wal_size: '64MB',
  wal_keep_size: '48MB',
  max_slot_wal_keep_size: '64MB',
  // If the new primary refuses a standby, the standby retries after this time (5 s by default). Until then, no write
  // commits.
  wal_retrieve_retry_interval: '500ms',
  // An isolated primary stops only after its connections to the standbys have timed out, by default after 60 s.
  wal_sender_timeout: '3s',
  wal_receiver_timeout: '3s',
};

/** Returns Patroni's settings for one node as JSON, which is valid YAML. */
export function patroniSettings(node: NodeSettings): string {
  const { name, address, folder, etcd, password, isSynchronous } = node;
  const waldir = `${folder}/wal/pg_wal`;
  const account = (username: string) => ({ username, password });
  const at = (port: number) => ({ listen: `${address}:${port}`, connect_address: `${address}:${port}` });
  return JSON.stringify({
    scope: SCOPE,
    name,
    etcd: { hosts: [etcd] },
    restapi: at(REST_PORT),
    bootstrap: {
      dcs: {
        ...DCS,
        // A primary that crashed is replaced immediately.
        primary_start_timeout: 0,
        synchronous_mode: isSynchronous,
        synchronous_mode_strict: isSynchronous,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: PARAMETERS },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums', { waldir }, { 'wal-segsize': '1' }],
    },
    postgresql: {
      ...at(POSTGRES_PORT),
      bin_dir: POSTGRES_BIN,
      data_dir: `${folder}/data`,
      pgpass: `${folder}/pgpass`,
      basebackup: [{ waldir }, { checkpoint: 'fast' }],
      parameters: { unix_socket_directories: folder },
      pg_hba: ['local all all trust', 'host all all all scram-sha-256', 'host replication all all scram-sha-256'],
      authentication: {
        superuser: account(SUPERUSER),
        replication: account('replicator'),
        rewind: account('rewinder'),
      },
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
    watchdog: { mode: 'off' },
  });
}
