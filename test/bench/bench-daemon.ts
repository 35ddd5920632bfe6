import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import autocannon from 'autocannon';
import { YOUNG_SPACE } from '../support/world/young-space.ts';

export const OWNER = { email: 'owner@bench.example', password: 'a long bench password' };

/** Starts a program that prints its address in the first line of its output. */
export async function start(programArguments: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, programArguments, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    url: line.slice(line.indexOf('http://')),
    pid: child.pid,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

export type BenchDaemon = Awaited<ReturnType<typeof makeDaemon>>;

/** Starts a daemon with its own database, a running campaign and a server key. */
export async function startDaemon(
  database: string,
  prepare?: (daemon: BenchDaemon) => Promise<unknown>,
  env: Record<string, string> = {},
  /** The checkout whose built daemon is started. */
  checkout = process.cwd(),
): Promise<BenchDaemon> {
  const daemon = await makeDaemon(database, env, checkout);
  await prepare?.(daemon);
  return daemon;
}

async function makeDaemon(database: string, env: Record<string, string>, checkout: string) {
  const folder = await mkdtemp(join(tmpdir(), 'redeemd-bench-'));
  const url = database === 'sqlite' ? `sqlite:${join(folder, 'redeem.db')}` : database;
  const serve = () =>
    start([YOUNG_SPACE, join(checkout, 'daemon/dist/main.js'), 'serve'], {
      REDEEMD_DATABASE_URL: url,
      REDEEMD_PORT: '0',
      REDEEMD_LOG_LEVEL: 'warn',
      REDEEMD_OWNER_EMAIL: OWNER.email,
      REDEEMD_OWNER_PASSWORD: OWNER.password,
      ...env,
    });
  let daemon = await serve();
  const call = async <T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<T> => {
    const response = await fetch(daemon.url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer as T;
  };
  const { token } = await call<{ token: string }>('POST', '/v1/admin/session', OWNER);
  const staff = { authorization: `Bearer ${token}` };
  const { key } = await call<{ key: string }>('POST', '/v1/admin/api-keys', { name: 'bench', kind: 'server' }, staff);
  const campaign = await call<{ campaign_id: number }>(
    'POST',
    '/v1/admin/campaigns',
    { name: 'Bench', starts_at: '2020-01-01', ends_at: '2100-01-01' },
    staff,
  );
  await call('POST', `/v1/admin/campaigns/${campaign.campaign_id}/publish`, undefined, staff);
  const program = { 'x-api-key': key };
  const made = {
    ...daemon,
    folder,
    key,
    campaignId: campaign.campaign_id,
    staffHeaders: staff,
    staff: <T>(method: string, path: string, body?: unknown) => call<T>(method, path, body, staff),
    changeSettings: async (fields: object) => {
      const { version } = await call<{ version: number }>('GET', '/v1/admin/settings', undefined, staff);
      await call('PATCH', '/v1/admin/settings', { ...fields, version }, staff);
    },
    program: <T>(method: string, path: string, body?: unknown) => call<T>(method, path, body, program),
    code: (code: string, more: Record<string, unknown> = {}) =>
      call<{ code_id: number }>(
        'POST',
        `/v1/admin/campaigns/${campaign.campaign_id}/codes`,
        { code, name: code, root_url: 'https://game.example/redeem', rewards_json: '{"gold":100}', ...more },
        staff,
      ),
    /**
     * Restarts the daemon on the same database, at a new address and with empty caches.
     * @returns ms from the start of the process until it listens
     */
    restart: async () => {
      await daemon.stop();
      const startedAt = performance.now();
      daemon = await serve();
      const took = performance.now() - startedAt;
      made.url = daemon.url;
      made.pid = daemon.pid;
      return took;
    },
    stop: async () => {
      await daemon.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return made;
}

interface Load {
  headers?: Record<string, string>;
  body: () => string;
  seconds?: number;
  connections?: number;
  amount?: number;
}

/** Returns the requests per second, by default with 64 connections. Throws an error if any request fails. */
export async function load(
  url: string,
  { headers = {}, body, seconds = 5, connections = 64, amount }: Load,
): Promise<number> {
  const result = await autocannon({
    url,
    connections,
    ...(amount ? { amount } : { duration: seconds }),
    requests: [
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        setupRequest: (request) => ({ ...request, body: body() }),
      },
    ],
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  if (result.requests.total === 0) throw new Error(`${url}: no request got a response`);
  return result.requests.total / result.duration;
}

export const median = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle) - 1]!) / 2;
};
