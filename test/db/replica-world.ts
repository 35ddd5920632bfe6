import { afterAll, beforeAll } from 'vitest';
import { signedInAs } from '../support/http/staff.ts';
import { bearer, done, type TestClient, testClient } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { freshDatabase, startPostgres, type TestPostgres } from '../support/world/postgres.ts';
import { type Standby, startStandby } from '../support/world/standby.ts';
import { until } from '../support/world/wait-until.ts';

export interface ReplicaWorld {
  standby: Standby;
  daemon: TestDaemon;
  databaseUrl: string;
  env: Record<string, string>;
  /** A session that has changed nothing. */
  reader: TestClient;
}

/** Starts a daemon on a primary and its standby, for the tests in a file. */
export function withReplica(maxLagMs: number): () => ReplicaWorld {
  let world: ReplicaWorld | undefined;
  let primary: TestPostgres | undefined;
  let standby: Standby | undefined;
  beforeAll(async () => {
    primary = await startPostgres({ own: true, settings: { wal_keep_size: '512MB' } });
    standby = await startStandby(primary);
    const { url: databaseUrl } = await freshDatabase(primary.url);
    const env = { REDEEMD_READ_URL: standby.urlOf(databaseUrl), REDEEMD_READ_MAX_LAG_MS: String(maxLagMs) };
    const daemon = await startTestDaemon({ databaseUrl, env });
    const reader = testClient(daemon.url, bearer(await signedInAs(daemon.db, 'viewer')));
    world = { standby, daemon, databaseUrl, env, reader };
    await replicaAnswers(reader);
  }, 120_000);
  afterAll(async () => {
    await world?.daemon.close();
    await standby?.stop();
    await primary?.stop();
  });
  return () => {
    if (!world) throw new Error('The servers have not been started');
    return world;
  };
}

/** Returns which server answered. */
export const serverOf = ({ headers }: { headers: Headers }) => (headers.has('x-behind-ms') ? 'replica' : 'primary');

export const list = (who: TestClient) => who.call('listCampaigns', { query: { page_size: 100 } });
export const namesOf = async (who: TestClient): Promise<string[]> =>
  done(await list(who)).data.map(({ name }: { name: string }) => name);

export const replicaAnswers = (who: TestClient) =>
  until('the replica answers', async () => serverOf(await list(who)) === 'replica');
export const primaryAnswers = (who: TestClient) =>
  until('the primary answers', async () => serverOf(await list(who)) === 'primary');
