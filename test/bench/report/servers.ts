import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteFile } from '../../../daemon/db/sqlite/sqlite-library.ts';
import { freshDatabase, startPostgres, type TestPostgres } from '../../support/world/postgres.ts';
import { type BenchDaemon, start, startDaemon } from '../bench-daemon.ts';
import { onPostgres } from '../fill.ts';
import { FAR_LIMIT, fillCodes, MANY } from './bench-codes.ts';
import { type Placement, pinServer } from './placement.ts';

export type DatabaseName = 'SQLite' | 'Postgres';
export type Library = 'drizzle' | 'TypeORM';

/** A program that handles redeem requests. */
export interface Server {
  url: string;
  pid: number;
  headers: Record<string, string>;
  /** Whether the main thread passes database work to another thread. */
  hasWriter: boolean;
  /** The URL of the server's Postgres, whose CPU time also counts. */
  postgresUrl?: string;
  /** Adds a code with a limit, for races. */
  addCode(code: string, limit: number): Promise<unknown>;
  /** Returns the number of stored claims of a code. */
  countClaims(code: string): Promise<number>;
}

export type Servers = ReturnType<typeof openServers>;

/** Starts each server when it is first used and keeps it running until `close`. Only one at a time gets load. */
export function openServers(placement: Placement | null) {
  const started = new Map<string, Promise<unknown>>();
  const stops: (() => unknown)[] = [];
  const once = <T>(name: string, make: () => Promise<T>): Promise<T> => {
    const known = started.get(name) ?? make();
    started.set(name, known);
    return known as Promise<T>;
  };
  const pinned = <T extends { pid: number | undefined; stop(): Promise<void> }>(server: T) => {
    stops.push(() => server.stop());
    pinServer(placement, server.pid);
    return server;
  };
  const postgres = (): Promise<TestPostgres> =>
    once('Postgres', async () => {
      const server = await startPostgres({ own: true });
      stops.push(() => server.stop());
      return server;
    });
  /** Returns the URL of a new Postgres database, or a path for a new SQLite file. */
  const place = async (database: DatabaseName) => {
    if (database === 'Postgres') return (await freshDatabase((await postgres()).url)).url;
    const folder = mkdtempSync(join(tmpdir(), 'redeemd-bench-'));
    stops.push(() => rmSync(folder, { recursive: true }));
    return join(folder, 'naive.db');
  };
  return {
    postgres,
    place,
    echo: (kind: 'http' | 'express') =>
      once(`echo ${kind}`, async () => pinned(await start([programOf(`echo-${kind}.mjs`)]))),
    redeemd: (database: DatabaseName) =>
      once(`redeemd ${database}`, async () => {
        const url = database === 'SQLite' ? 'sqlite' : await place(database);
        const daemon = await startDaemon(url, (made) => fillCodes(made, url));
        pinned(daemon);
        return { daemon, database: url, server: redeemdServer(daemon, url) };
      }),
    naive: (library: Library, database: DatabaseName) =>
      once(`${library} ${database}`, async () => {
        const where = await place(database);
        const server = naiveServer(pinned(await startNaive(library, where)), where);
        for (let n = 0; n < MANY; n += 1) await server.addCode(`LIMIT-${n}`, FAR_LIMIT);
        return server;
      }),
    close: async () => {
      for (const stop of stops.reverse()) await stop();
    },
  };
}

const programOf = (file: string) => join(process.cwd(), 'test/bench', file);

export function redeemdServer(daemon: BenchDaemon, database: string): Server {
  const isPostgres = database !== 'sqlite';
  return {
    url: `${daemon.url}/v1/redemption-codes/use/redeem`,
    pid: daemon.pid as number,
    headers: { 'X-API-Key': daemon.key },
    hasWriter: !isPostgres,
    ...(isPostgres && { postgresUrl: database }),
    addCode: (code, limit) => daemon.code(code, { usage_limit: limit }),
    countClaims: async (code) => {
      const text = `select count(*) as claims from claims join codes on codes.code_id = claims.code_id where codes.code = '${code}'`;
      if (isPostgres) return Number((await onPostgres(database, (client) => client.query(text))).rows[0].claims);
      const file = openSqliteFile(join(daemon.folder, 'redeem.db'), { readonly: true });
      const claims = file.prepare<[], number>(text).pluck().get() ?? 0;
      file.close();
      return claims;
    },
  };
}

/** Starts the program with an empty database. */
export function startNaive(library: Library, place: string) {
  const file = library === 'TypeORM' ? 'typeorm' : `drizzle-${place.startsWith('postgres') ? 'postgres' : 'sqlite'}`;
  return start([programOf(`naive/${file}.mjs`), place]);
}

export function naiveServer(program: { url: string; pid?: number | undefined }, place: string): Server {
  const call = async (path: string, body?: object) => {
    const answer = await fetch(program.url + path, {
      ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return (await answer.json()) as Record<string, unknown>;
  };
  return {
    url: `${program.url}/redeem`,
    pid: program.pid as number,
    headers: {},
    hasWriter: false,
    ...(place.startsWith('postgres') && { postgresUrl: place }),
    addCode: (code, limit) => call('/codes', { code, limit }),
    countClaims: async (code) => Number((await call(`/codes/${encodeURIComponent(code)}/claims`)).claims),
  };
}
