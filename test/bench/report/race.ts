import { RACE_LIMIT } from './bench-codes.ts';
import { DATABASES, LIBRARIES } from './candidate.ts';
import type { Placement } from './placement.ts';
import { send } from './run-load.ts';
import type { Server, Servers } from './servers.ts';

/** The outcome when many users redeem one code with a limit at the same time. */
export interface Race {
  /** The number of users to whom the code was granted. */
  granted: number;
  /** The number of claims in the database. */
  stored: number;
  /** Responses other than a success or a refusal, and broken connections. */
  failed: number;
  /** The number of responses by status. */
  answers: Record<string, number>;
}

const USERS = 1000;
const AT_ONCE = 200;
const isRefusal = (status: string) => status.startsWith('4');

/** Lets 1,000 users, 200 at a time, redeem a new code with a limit of 100. */
export async function raceFor(server: Server, code: string, placement: Placement | null): Promise<Race> {
  // The load generator adds a number to the prefix of its codes, starting at 0.
  const only = `${code}-0`;
  await server.addCode(only, RACE_LIMIT);
  const { statuses, broken, unanswered } = await send(
    server,
    {
      codes: { prefix: `${code}-`, count: 1, spread: 'even' },
      players: `racer-${code}`,
      amount: USERS,
      connections: AT_ONCE,
    },
    placement,
  );
  const others = Object.entries(statuses).filter(([status]) => status !== '200' && !isRefusal(status));
  return {
    granted: statuses['200'] ?? 0,
    stored: await server.countClaims(only),
    failed: others.reduce((sum, [, count]) => sum + count, 0) + broken + unanswered,
    answers: statuses,
  };
}

export interface Racer {
  id: string;
  server(servers: Servers): Promise<Server>;
}

export const RACERS: readonly Racer[] = DATABASES.flatMap((database) => [
  { id: `redeemd ${database}`, server: async (servers: Servers) => (await servers.redeemd(database)).server },
  ...LIBRARIES.map((library) => ({
    id: `${library} ${database}`,
    server: (servers: Servers) => servers.naive(library, database),
  })),
]);
