import pg from 'pg';
import { hostOf, hostUrls } from '../../lib/postgres-urls.ts';
import { Unavailable } from '../../lib/unavailable.ts';
import { codeOf } from '../faults.ts';

const ANSWER_MS = 2000;
const READ_ONLY = '25006';
/** One host that does not respond must not delay the next round over all hosts. */
const CONNECT_ONE_OF_MANY_MS = 1000;

/** The servers in one URL: a primary and its standbys, whose roles may change at any time. */
export interface Servers {
  /** Returns the URL of the server that the last `connect` used. */
  url(): string;
  /** Returns whether a pooler such as pgbouncer assigns each transaction to a different session on the server. */
  isPooled(): boolean;
  /**
   * Tries all servers at the same time, and connects to the first that accepts writes. It throws `Unreachable` with
   * each server's reason.
   * @param name the application name of this connection on the server
   */
  connect(name: string): Promise<pg.Client>;
  /** Checks a connection's server again; throws `ReadOnly` if it no longer accepts writes. */
  check(client: pg.Client): Promise<void>;
}

/** No server is usable. `isAlive` is set if one of them refused for a reason that is not an outage. */
export class Unreachable extends Unavailable {
  readonly isAlive: boolean;
  readonly code: string;
  constructor(message: string, { isAlive, code }: { isAlive: boolean; code: string }, cause: unknown) {
    super(cause);
    this.message = message;
    this.isAlive = isAlive;
    this.code = code;
  }
}

/** The server is read-only. The code is the one that Postgres reports for a write on a read-only server. */
export class ReadOnly extends Error {
  readonly code = READ_ONLY;
}

interface Session {
  client: pg.Client;
  url: string;
  isPooled: boolean;
}

/** Creates the servers of a URL. @param mustWrite if false, a read-only server is used if none accepts writes */
export function createServers(url: string, { mustWrite = true } = {}): Servers {
  const urls = hostUrls(url);
  let current: Pick<Session, 'url' | 'isPooled'> = { url: urls[0], isPooled: false };
  const first = async (name: string, readOnlyToo: boolean) => {
    const limit = urls.length === 1 ? ANSWER_MS : CONNECT_ONE_OF_MANY_MS;
    const asked = urls.map((one) => open(one, name, limit, readOnlyToo));
    const found = await Promise.any(asked);
    for (const one of asked) one.then((other) => (other === found ? undefined : other.client.end())).catch(() => {});
    return found;
  };
  return {
    url: () => current.url,
    isPooled: () => current.isPooled,
    async connect(name) {
      try {
        const found = await first(name, false).catch((error: AggregateError) => {
          if (mustWrite || !error.errors.some((one) => one instanceof ReadOnly)) throw error;
          return first(name, true);
        });
        current = found;
        return found.client;
      } catch (error) {
        throw unreachable(urls, (error as AggregateError).errors);
      }
    },
    check: async (client) => void (await ask(client, !mustWrite)),
  };
}

/** Asks whether the server accepts writes, and which of its processes runs the query. */
export const QUESTION = `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS read_only,
  pg_backend_pid() AS pid`;

async function ask(client: pg.Client, readOnlyToo: boolean) {
  // pg accepts a time-out for each query, although its types lack it.
  const question = { text: QUESTION, query_timeout: ANSWER_MS };
  const [row] = (await client.query<{ read_only: boolean; pid: number }>(question)).rows;
  if (row?.read_only && !readOnlyToo) throw new ReadOnly('it does not accept writes');
  return row;
}

async function open(url: string, name: string, limit: number, readOnlyToo: boolean): Promise<Session> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: limit,
    keepAlive: true,
    application_name: name,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const row = await ask(client, readOnlyToo);
    // A pooler gives its clients its own process numbers, not the server's.
    return { client, url, isPooled: row?.pid !== (client as unknown as { processID: number }).processID };
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
}

/** Creates an error with each server's own reason, such as a wrong password. */
function unreachable(urls: readonly string[], errors: readonly Error[]): Unreachable {
  const reasons = urls.map((url, index) => `${hostOf(url)}: ${errors[index]?.message || codeOf(errors[index])}`);
  // A server that is starting or stopping, or has lost access to its data, also refuses with a reason.
  const isAlive = errors.some((error) => error instanceof pg.DatabaseError && !/^(57P|08)/.test(codeOf(error)));
  const cause = errors.find((error) => error instanceof ReadOnly) ?? errors[0];
  const what = cause instanceof ReadOnly ? 'No Postgres server accepts writes' : 'Postgres cannot be reached';
  return new Unreachable(`${what} (${reasons.join('; ')})`, { isAlive, code: codeOf(cause) }, cause);
}
