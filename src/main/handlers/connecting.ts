import type { DesktopQuestions, Refusal } from '../../preload/api.ts';
import type { ConnectionBook } from '../connections.ts';
import type { Credentials } from '../credentials.ts';
import { readAddress } from '../daemon-address.ts';
import type { DaemonClient } from '../daemon-client.ts';
import { refused } from '../problems.ts';

const PROBE_MS = 10_000;

const NOT_A_DAEMON: Refusal = {
  code: 'not_a_daemon',
  status: 0,
  detail: 'A server answers there, but it is not redeemd.',
};

/** The daemon that the screens show. */
export const connectingQuestions = (
  client: DaemonClient,
  book: ConnectionBook,
  credentials: Credentials,
): DesktopQuestions => ({
  connections: async () => book.read(),
  async connect(text) {
    const address = readAddress(text);
    if (!address.ok) return address;
    // Sent without a token: a redeemd answers that there is no session, with a problem document of the contract.
    const sent = await client.send(address.url, 'getSession', {}, { signal: AbortSignal.timeout(PROBE_MS) });
    if (sent.ok) return refused(NOT_A_DAEMON);
    const { code } = sent.problem;
    if (code !== 'unauthorized') return code === 'unexpected_answer' ? refused(NOT_A_DAEMON) : sent;
    book.choose(address.url);
    return address;
  },
  async disconnect() {
    book.choose(null);
  },
  async forget(url) {
    credentials.forget(url);
    book.forget(url);
    return book.read();
  },
});
