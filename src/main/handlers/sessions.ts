import { endpoints } from '../../../daemon/contract/contract.ts';
import type { IpcApi, Session, SessionReply, SessionState } from '../../preload/api.ts';
import type { CompanyCode } from '../company-sign-in.ts';
import type { ConnectionBook } from '../connections.ts';
import type { Credentials } from '../credentials.ts';
import { type AuthCall, type DaemonClient, unexpected } from '../daemon-client.ts';
import { problem, refused } from '../problems.ts';

/** Reduces a response to the fields that the page may receive. */
const sessionOf = ({ staff, expires_at, environment }: Session): Session => ({ staff, expires_at, environment });

/** Returns the handlers that open or end a session. The token stays in the main process. */
export function sessionHandlers(
  client: DaemonClient,
  book: ConnectionBook,
  credentials: Credentials,
  askBrowser: (daemon: string) => Promise<CompanyCode | null>,
): Pick<IpcApi, Exclude<AuthCall, 'enterWithCompany'> | 'session' | 'signInWithCompany' | 'signOut'> {
  async function enter(name: AuthCall, fields: object): Promise<SessionReply> {
    const asked = await client.enter(name, fields);
    if (!asked.ok) return asked;
    const { token, ...answer } = asked.answer;
    if (token === null) return refused(unexpected(200));
    await credentials.keep(asked.daemon, token);
    return { ok: true, session: sessionOf(answer) };
  }

  async function session(): Promise<SessionState> {
    const sent = await client.ask('getSession');
    if (!sent.ok) return sent.problem.status === 401 ? { ok: true, session: null } : sent;
    const read = endpoints.getSession.answer.schema.safeParse(await sent.response.json().catch(() => null));
    if (!read.success) return refused(unexpected(sent.response.status));
    return { ok: true, session: sessionOf(read.data) };
  }

  return {
    session,
    signIn: (fields) => enter('signIn', fields),
    setup: (fields) => enter('setup', fields),
    acceptInvitation: (fields) => enter('acceptInvitation', fields),
    changePassword: (fields) => enter('changePassword', fields),
    async signInWithCompany() {
      const { current } = book.read();
      if (current === null) return refused(problem('no_daemon'));
      const brought = await askBrowser(current);
      return brought === null ? refused(problem('sign_in_not_finished')) : await enter('enterWithCompany', brought);
    },
    async signOut() {
      const { current } = book.read();
      // The app forgets the token even if the daemon cannot be reached.
      await client.ask('signOut');
      if (current !== null) await credentials.forget(current);
    },
  };
}
