import { afterEach, expect, inject, test } from 'vitest';
import { freshDatabase } from '../support/world/postgres.ts';
import { startDaemon } from './bench-daemon.ts';
import { RACE_LIMIT } from './report/bench-codes.ts';
import { type Race, raceFor } from './report/race.ts';
import { type Library, naiveServer, redeemdServer, type Server, startNaive } from './report/servers.ts';

// Tests what the report says about the race: check-then-act exceeds a limit on Postgres, and redeemd does not. The
// naive programs prove that the requests do cause the race.

const RACES = 3;
const exact: Partial<Race> = { granted: RACE_LIMIT, stored: RACE_LIMIT, failed: 0 };

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function newPlace(): Promise<string> {
  const { url, drop } = await freshDatabase(inject('postgresUrl'));
  opened.push(drop);
  return url;
}

async function naive(library: Library): Promise<Server> {
  const place = await newPlace();
  const program = await startNaive(library, place);
  opened.push(program.stop);
  return naiveServer(program, place);
}

async function redeemd(database: string): Promise<Server> {
  const daemon = await startDaemon(database);
  opened.push(() => daemon.stop());
  return redeemdServer(daemon, database);
}

async function races(server: Server): Promise<Race[]> {
  const found: Race[] = [];
  for (let n = 0; n < RACES; n += 1) found.push(await raceFor(server, `RACE-${n}`, null));
  return found;
}

test.each(['drizzle', 'TypeORM'] as const)(
  'Express and %s on Postgres grant a code to more users than its limit allows',
  {
    timeout: 240_000,
  },
  async (library) => {
    const found = await races(await naive(library));
    expect(found.map(({ failed }) => failed)).toEqual([0, 0, 0]);
    expect(found.map(({ stored }) => stored)).toEqual(found.map(({ granted }) => granted));
    for (const { granted } of found) expect(granted).toBeGreaterThanOrEqual(RACE_LIMIT);
    expect(Math.max(...found.map(({ granted }) => granted))).toBeGreaterThan(RACE_LIMIT);
  },
);

test('redeemd on Postgres grants a code to exactly as many users as its limit allows', {
  timeout: 240_000,
}, async () => {
  expect(await races(await redeemd(await newPlace()))).toMatchObject([exact, exact, exact]);
});

test('redeemd on SQLite grants a code to exactly as many users as its limit allows', { timeout: 240_000 }, async () => {
  expect(await races(await redeemd('sqlite'))).toMatchObject([exact, exact, exact]);
});
