import type { DesktopApi } from '../../preload/api.ts';
import type { ConnectionBook } from '../connections.ts';
import type { Credentials } from '../credentials.ts';
import { readAddress } from '../daemon-address.ts';
import type { DaemonClient } from '../daemon-client.ts';
import { problem, type Refused, refused } from '../problems.ts';

const PROBE_MS = 10_000;

interface ConnectingParts {
  client: DaemonClient;
  book: ConnectionBook;
  credentials: Credentials;
  /** Asks the user in a system dialog, because a hostile script could press a button in the page. */
  confirm(url: string): Promise<boolean>;
}
type Connecting = Omit<DesktopApi, 'saves' | 'cancelSave' | 'openHelp'>;

/** Returns the handlers for connecting to a daemon and for managing the known daemons. */
export function connectionHandlers({ client, book, credentials, confirm }: ConnectingParts): Connecting {
  const read = async () => ({ ...book.read(), keepsSessions: await credentials.areKept() });
  const askAbout = async (url: string) => {
    const about = await client.health(url);
    if (about?.environment) book.note(url, about.environment);
    return about;
  };
  return {
    connections: read,
    async connect(text) {
      const address = readAddress(text);
      if (!address.ok) return address;
      // No request is sent to an unconfirmed server, so that a hostile page cannot scan the network.
      if (!book.isKnown(address.url) && !(await confirm(address.url))) return refused(problem('not_confirmed'));
      const found = await probe(client, address.url);
      if (found !== null) return found;
      book.choose(address.url);
      await askAbout(address.url);
      return address;
    },
    async about() {
      const { current } = book.read();
      return current === null ? null : await askAbout(current);
    },
    async disconnect() {
      book.choose(null);
    },
    async describe(url, profile) {
      book.describe(url, profile);
      return await read();
    },
    async forget(url) {
      await credentials.forget(url);
      book.forget(url);
      return await read();
    },
  };
}

/**
 * Returns why no daemon was found at the address, or null if there is one. The request carries no token, so a daemon
 * responds with the contract's refusal `unauthorized`.
 */
async function probe(client: DaemonClient, url: string): Promise<Refused | null> {
  const sent = await client.send(url, 'getSession', {}, { signal: AbortSignal.timeout(PROBE_MS) });
  if (sent.ok) return refused(problem('not_a_daemon'));
  const { code } = sent.problem;
  if (code === 'unauthorized') return null;
  return code === 'unexpected_answer' ? refused(problem('not_a_daemon')) : sent;
}
