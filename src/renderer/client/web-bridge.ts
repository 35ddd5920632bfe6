import type { ApiInput } from '../../../daemon/contract/request.ts';
import type { Bridge, SessionReply, SessionState } from '../../preload/api.ts';
import { mayBeSignedIn } from '../lib/session-mark.ts';
import { NO_CONNECTION } from './no-connection.ts';
import { saveBlob } from './save-blob.ts';
import { createWebSession } from './web-session.ts';

/** Creates the bridge of a browser, which uses fetch and a session cookie that scripts cannot read. */
export function createWebBridge(url: string): Bridge {
  const { ask, findSession, enter, signOut } = createWebSession(url);
  let lookout = new AbortController();
  return {
    connection: () => ({ kind: 'web', url, profile: null }),
    async call(name, ...[input]) {
      const sent = await ask(name, input as ApiInput);
      if (!sent.ok) return { ok: false, status: sent.problem.status, problem: sent.problem };
      const { status, headers } = sent.response;
      const etag = headers.get('etag');
      if (status === 304) return { ok: true, status, body: null, etag };
      const isJson = headers.get('content-type')?.includes('json');
      return { ok: true, status, body: await (isJson ? sent.response.json() : sent.response.text()), etag };
    },
    session: async () => (mayBeSignedIn() ? findSession() : { ok: true, session: null }),
    signIn: (credentials) => enter('signIn', credentials),
    async signInWithCompany(keepsPage) {
      if (keepsPage) {
        window.open(`${url}/portal/company/start?return=/portal/company/done`, '_blank', 'noopener');
        lookout.abort();
        lookout = new AbortController();
        return await sessionOfOtherTab(findSession, lookout);
      }
      const here = new URLSearchParams({ return: location.pathname + location.search });
      location.assign(`${url}/portal/company/start?${here}`);
      return await new Promise(() => {}); // The browser leaves the page.
    },
    ...(hasPasskeys() && { signInWithPasskey: (passkey) => enter('enterWithPasskey', { passkey }) }),
    setup: (fields) => enter('setup', fields),
    acceptInvitation: (fields) => enter('acceptInvitation', fields),
    changePassword: (fields) => enter('changePassword', fields),
    signOut,
    async saveFile(name, bytes, type) {
      return saveBlob(name, new Blob([bytes as Uint8Array<ArrayBuffer>], { type }));
    },
    async saveAnswer(fileName, name, ...[input]) {
      const sent = await ask(name, input as ApiInput);
      if (!sent.ok) return { outcome: 'failed', problem: sent.problem };
      try {
        return saveBlob(fileName, await sent.response.blob());
      } catch {
        return { outcome: 'failed', problem: NO_CONNECTION };
      }
    },
  };
}

/** Returns whether the browser can use passkeys here: they belong to a host name, not to an IP address. */
const hasPasskeys = () => 'PublicKeyCredential' in globalThis && !/^\[|^[\d.]+$/.test(location.hostname);

const POLL_MS = 2000;

/** Waits until the provider's page in another tab has opened a session, which this page can use, too. */
function sessionOfOtherTab(findSession: () => Promise<SessionState>, { signal }: AbortController) {
  return new Promise<SessionReply>((resolve) => {
    const look = async () => {
      const found = await findSession();
      if (found.ok && found.session) resolve({ ok: true, session: found.session });
      else if (!signal.aborted) setTimeout(look, POLL_MS);
    };
    setTimeout(look, POLL_MS);
  });
}
