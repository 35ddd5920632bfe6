import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { root } from '../../build/paths.mjs';
import { createClient } from '../../daemon/contract/client.ts';
import { endpointList } from '../../daemon/contract/contract.ts';
import { rawRequest } from '../support/servers/raw-request.ts';
import {
  type SpawnedDaemon,
  spawnDaemon,
  startTestDaemon,
  type TestDaemon,
  testDatabase,
} from '../support/world/daemon.ts';
import { until } from '../support/world/wait-until.ts';

describe('documentation and probes', () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({ env: { REDEEMD_METRICS_TOKEN: 'a token of some length' } });
  });
  afterAll(() => daemon?.close());
  const get = (path: string, headers: Record<string, string> = {}) =>
    rawRequest(daemon.url, { method: 'GET', path, headers });

  it('OpenAPI names every endpoint once', async () => {
    const { json } = await get('/v1/openapi.json');
    expect(json).toMatchObject({ openapi: '3.1.0', info: { version: '1.0' }, servers: [{ url: daemon.url }] });
    const paths = json.paths as Record<string, Record<string, { operationId: string }>>;
    for (const [name, { path, method }] of endpointList)
      expect(paths[path]?.[method.toLowerCase()]?.operationId).toBe(name);
  });

  it('OpenAPI names the authentication of each endpoint', async () => {
    const { json } = await get('/v1/openapi.json');
    const { components, paths } = json as {
      components: { securitySchemes: object };
      paths: Record<string, Record<string, { security: object[] }>>;
    };
    expect(components.securitySchemes).toMatchObject({
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      staff: { type: 'http', scheme: 'bearer' },
      staffCookie: { type: 'apiKey', in: 'cookie', name: 'redeemd_session' },
      csrf: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token' },
    });
    const securityOf = (path: string, method: string) => paths[path]?.[method]?.security;
    expect(securityOf('/v1/redemption-codes/use/redeem', 'post')).toEqual([{ apiKey: [] }]);
    expect(securityOf('/v1/admin/session', 'post')).toEqual([]);
    expect(securityOf('/v1/admin/session', 'get')).toEqual([{ staff: [] }, { staffCookie: [] }]);
    expect(securityOf('/v1/admin/session', 'delete')).toEqual([{ staff: [] }, { staffCookie: [], csrf: [] }]);
    // A cookie alone changes nothing on any staff endpoint.
    for (const [, { path, method, access }] of endpointList)
      if (access.kind === 'staff' && method !== 'GET')
        expect(securityOf(path, method.toLowerCase()), path).toContainEqual({ staffCookie: [], csrf: [] });
  });

  it('OpenAPI describes the object that an edit conflict shows', async () => {
    const { json } = await get('/v1/openapi.json');
    const paths = json.paths as Record<string, Record<string, { responses: Record<string, unknown> }>>;
    const editing = endpointList.filter(([, { method, current }]) => method === 'PATCH' && current);
    expect(editing).toHaveLength(8);
    for (const [name, { path }] of editing)
      expect(JSON.stringify(paths[path]?.patch?.responses['409']), name).toMatch(
        /edit_conflict.*"current":\{("type":"object"|"allOf":\[\{"\$ref":"#\/components\/schemas\/)/,
      );
  });

  it('the root path leads to the Portal', async () => {
    const answer = await rawRequest(daemon.url, { method: 'GET', path: '/' });
    expect(answer).toMatchObject({ status: 302, headers: { location: '/portal/' } });
  });

  it('a port in use is reported with the fix; opened files are closed', async () => {
    const { port } = new URL(daemon.url);
    const database = await testDatabase('sqlite', { isMigrated: true });
    const start = (env: Record<string, string>) => startTestDaemon({ databaseUrl: database.url, env });
    await expect(start({ REDEEMD_PORT: port })).rejects.toThrow(/Another program is using .*REDEEMD_PORT/);
    // The second start would be refused if the first one had not released the file's lock.
    const second = await start({ REDEEMD_PORT: '0' });
    await second.close();
    await database.drop();
  });

  it('the documentation page runs only its own script, and other pages none', async () => {
    const { status, text, headers } = await get('/docs');
    expect(status).toBe(200);
    expect(text).toContain('/v1/redemption-codes/use/redeem');
    expect(text.match(/<script[^>]*>/g)).toEqual([expect.stringMatching(/ src="\/docs\/[\w./-]+"/)]);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    const other = await get('/docs/operating');
    expect(other.text).not.toContain('<script');
    expect(other.headers['content-security-policy']).not.toContain('script-src');
  });

  it('metrics can be read only from this machine, or with the token', async () => {
    await daemon.server.call('redeem', { body: { user_id: 'u', code: 'UNKNOWN' } });
    const known = { Authorization: 'Bearer a token of some length' };
    expect((await get('/metrics', known)).text).toContain('redeemd_batch_size_count{kind="redeem"} 1');
    expect((await get('/metrics')).status).toBe(404);
    const proxied = { 'X-Forwarded-For': '127.0.0.1' };
    const wrong = { ...proxied, Authorization: 'Bearer a token of other length' };
    expect((await get('/metrics', wrong)).status).toBe(404);
    expect((await get('/metrics', { ...proxied, ...known })).status).toBe(200);
  });
});

it('the daemon responds with 503 before it reads the body if too many requests are in progress, except to probes', async () => {
  const daemon = await startTestDaemon({ maxInProgress: 1 });
  const { hostname, port } = new URL(daemon.url);
  const slow = connect(Number(port), hostname);
  slow.write('POST /v1/redemption-codes/use/redeem HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n');
  const redeem = () => daemon.server.call('redeem', { body: { user_id: 'u', code: 'UNKNOWN' } });
  await until('the only slot is taken', async () => (await redeem()).status === 503);
  const refused = await redeem();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect((await fetch(`${daemon.url}/readyz`)).status).toBe(200);
  slow.destroy();
  await until('the slot is free', async () => (await redeem()).status === 404);
  await daemon.close();
});

it('the daemon reads a held connection again once a slot is free, or after a second', async () => {
  const daemon = await startTestDaemon({ maxInProgress: 1 });
  const { hostname, port } = new URL(daemon.url);
  const takePlace = async () => {
    const socket = connect(Number(port), hostname);
    socket.write('POST /v1/redemption-codes/use/redeem HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n');
    await until('the only slot is taken', async () => (await daemon.client.call('getSession')).status === 503);
    return socket;
  };
  const client = connect(Number(port), hostname);
  const answers: { status: string; at: number }[] = [];
  client.on('data', (chunk) => {
    for (const [, status = ''] of chunk.toString().matchAll(/HTTP\/1\.1 (\d+)/g))
      answers.push({ status, at: performance.now() });
  });
  const ask = async () => {
    const [count, from] = [answers.length, performance.now()];
    client.write('GET /v1/game/none HTTP/1.1\r\nHost: x\r\n\r\n');
    await until('an answer', () => answers.length > count);
    const answer = answers.at(-1);
    return [answer?.status, (answer?.at ?? 0) - from] as const;
  };

  let slow = await takePlace();
  expect((await ask())[0]).toBe('503');
  const [again, afterMs] = await ask();
  expect(again).toBe('503');
  expect(afterMs).toBeGreaterThan(700);
  // The clock does not move from here on, so only a free slot lets the connection be read.
  vi.useFakeTimers({ toFake: ['performance'] });
  const count = answers.length;
  const found = ask();
  for (let n = 0; n < 5; n += 1) expect((await fetch(`${daemon.url}/readyz`)).status).toBe(200);
  expect(answers).toHaveLength(count);
  slow.destroy();
  expect((await found)[0]).toBe('404');
  vi.useRealTimers();

  slow = await takePlace();
  expect((await ask())[0]).toBe('503');
  // A stopping daemon reads all held connections again, so that each request gets a response.
  const last = ask();
  const closed = daemon.close();
  slow.destroy();
  // This blocks the process, as on a busy machine: the daemon's timers are due before it checks the connections.
  for (const until = performance.now() + 10; performance.now() < until; );
  expect(['404', '503']).toContain((await last)[0]);
  client.destroy();
  await closed;
});

describe.each(['sqlite', 'postgres'] as const)('the program on %s', (kind) => {
  let spawned: SpawnedDaemon | undefined;
  afterEach(() => spawned?.end('SIGKILL'));

  it('drains, finishes running requests and exits with code 0', async () => {
    const database = await testDatabase(kind);
    spawned = await spawnDaemon(database.url, { REDEEMD_DRAIN_MS: '500' });
    const { url } = spawned;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const ended = spawned.end(kind === 'sqlite' ? 'SIGTERM' : 'SIGHUP');
    await sleep(150);
    const draining = await fetch(`${url}/readyz`);
    expect([draining.status, draining.headers.get('connection')]).toEqual([503, 'close']);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    // A daemon that is still stopping 9.5 s after the drain, by its own clock, exits with code 1.
    expect(await ended).toEqual({ code: 0, signal: null });
    await database.drop();
  });

  it.runIf(kind === 'sqlite' && existsSync('/dev/full'))('continues if its log cannot be written', async () => {
    const database = await testDatabase(kind);
    const full = openSync('/dev/full', 'w');
    spawned = await spawnDaemon(database.url, { REDEEMD_LOG_LEVEL: 'debug' }, { stderr: full });
    const dropped = async () => /lines_dropped_total (\d+)/.exec(await (await fetch(`${spawned?.url}/metrics`)).text());
    for (let n = 0; n < 3; n += 1) expect((await fetch(`${spawned.url}/v1/openapi.json`)).status).toBe(200);
    expect(Number((await dropped())?.[1])).toBeGreaterThan(0);
    expect(await spawned.end()).toEqual({ code: 0, signal: null });
    closeSync(full);
    await database.drop();
  });

  it('has commands that work next to a running daemon', async () => {
    const database = await testDatabase(kind);
    spawned = await spawnDaemon(database.url);
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [join(root, 'daemon/dist/main.js'), ...args], {
        env: { PATH: process.env.PATH, REDEEMD_DATABASE_URL: database.url },
        encoding: 'utf8',
      });
    const { stdout: key } = run('keys', 'create', '--name', 'cli', '--kind', 'server');
    expect(key).toMatch(/^sk_[0-9A-Za-z]{43}\n$/);
    const client = createClient(spawned.url, { apiKey: key.trim() });
    expect((await client.call('analytics', { query: { creator_id: 'c' } })).status).toBe(200);
    expect(run('verify')).toMatchObject({ status: 0, stdout: 'No differences.\n' });
    expect(run('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(run('migrate')).toMatchObject({ status: 0, stdout: 'The database is up to date.\n' });
    const { stdout, status } = run('doctor');
    for (const line of ['ok    settings', 'ok    database', 'ok    schema', 'ok    clock'])
      expect(stdout).toContain(line);
    expect(status).toBe(stdout.includes('FAULT') ? 1 : 0);
    expect(run('--help').stdout).toContain('REDEEMD_DRAIN_MS');
    const described = ['--help', 'verify --help', 'jobs run --help'].flatMap((args) => {
      const [commands = ''] = run(...args.split(' ')).stdout.split('\nSettings');
      return [...commands.matchAll(/^ {2}[\w-].*? {2,}(\S)/gm)].map(([, first]) => first);
    });
    expect(described.length).toBeGreaterThan(15);
    expect(described.join('')).toMatch(/^[A-Z]+$/);
    expect(run('verify', '--help').stdout).not.toContain('[]');
    expect(run('serve', '--help').stdout).toContain('Usage: redeemd serve [options]\n');
    expect(run('mistyped').stderr).toContain('Unknown command mistyped. To list the commands, run `redeemd --help`');
    expect(run('keys', 'create', '--name', 'x', '--kind', 'robot').status).toBe(1);
    if (kind === 'sqlite') {
      const copy = `${database.url.slice('sqlite:'.length)}.copy`;
      expect(run('backup', copy).status).toBe(0);
      expect(statSync(copy).mode & 0o777).toBe(0o600);
    } else expect(run('backup', '/tmp/none').stderr).toContain('pg_dump');
    await spawned.end('SIGKILL');
    await database.drop();
  }, 120_000);
});
