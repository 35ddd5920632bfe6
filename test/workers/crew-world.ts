import { childrenOf } from '../bench/processes.ts';
import { runningCampaign } from '../support/http/campaigns.ts';
import { ownerToken } from '../support/http/owner-token.ts';
import { apiKey, bearer, done, type TestClient, testClient } from '../support/http/test-client.ts';
import { type RawRequest, rawRequest } from '../support/servers/raw-request.ts';
import {
  type DatabaseKind,
  type SpawnedDaemon,
  spawnDaemon,
  type TestDatabase,
  testDatabase,
} from '../support/world/daemon.ts';

/** A daemon behind HTTP workers, as processes of their own, with an owner, a server key and a running campaign. */
export interface CrewWorld {
  url: string;
  daemon: SpawnedDaemon;
  database: TestDatabase;
  owner: TestClient;
  server: TestClient;
  serverKey: string;
  campaignId: number;
  /** The processes of the workers that run now. */
  workers(): number[];
  /** A POST with the server key, over a connection of its own: the next worker takes it. */
  post(path: string, body: unknown, headers?: Record<string, string>): ReturnType<typeof rawRequest>;
  close(): Promise<void>;
}

export async function startCrewWorld(
  workers: number,
  env: Record<string, string> = {},
  kind: DatabaseKind = 'sqlite',
): Promise<CrewWorld> {
  const database = await testDatabase(kind, { isMigrated: true });
  const daemon = await spawnDaemon(database.url, { REDEEMD_HTTP_WORKERS: String(workers), ...env });
  const { url } = daemon;
  const owner = testClient(url, bearer(await ownerToken(url)));
  const { key } = done(await owner.call('createApiKey', { body: { name: 'game', kind: 'server' } }));
  return {
    ...{ url, daemon, database, owner, serverKey: key },
    server: testClient(url, apiKey(key)),
    campaignId: await runningCampaign({ owner }),
    workers: () => childrenOf(daemon.process.pid ?? 0),
    post: (path, body, headers = {}) => rawRequest(url, jsonPost(path, body, { ...apiKey(key), ...headers })),
    async close() {
      await daemon.end('SIGTERM');
      // Looks whether the books balance.
      await database.drop();
    },
  };
}

const jsonPost = (path: string, body: unknown, headers: Record<string, string>): RawRequest => ({
  path,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
});

export const REDEEM = '/v1/redemption-codes/use/redeem';
export const EVENTS = '/v1/game/game-event';
