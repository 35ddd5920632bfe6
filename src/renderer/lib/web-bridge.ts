import './without-eval.ts';
import type { EndpointName } from '../../../daemon/contract/contract.ts';
import { type ApiQuestion, apiRequest } from '../../../daemon/contract/request.ts';
import type { Bridge, Refusal } from '../../preload/api.ts';
import { saveBlob } from './save-blob.ts';
import { markSignedIn, mayBeSignedIn } from './session-mark.ts';

type Sent = { ok: true; response: Response } | { ok: false; problem: Refusal };

const NO_CONNECTION: Refusal = {
  code: 'no_connection',
  status: 0,
  detail: 'The server cannot be reached. Check that it runs and that you are online.',
};

/** The bridge of a browser: fetch, with the session in a cookie that scripts cannot read. */
export function createWebBridge(url: string): Bridge {
  /**
   * Proves that a request comes from this page; the browser would send the cookie with requests of other sites, too.
   */
  let csrfToken: string | null = null;

  async function send(name: EndpointName, question?: ApiQuestion): Promise<Sent> {
    const { method, path, headers, body } = apiRequest(name, question);
    if (method !== 'GET' && csrfToken !== null) headers['X-CSRF-Token'] = csrfToken;
    try {
      const response = await fetch(url + path, {
        method,
        headers,
        body,
        credentials: 'same-origin',
        cache: 'no-store',
      });
      if (response.ok || response.status === 304) return { ok: true, response };
      return { ok: false, problem: await problemOf(response) };
    } catch {
      return { ok: false, problem: NO_CONNECTION };
    }
  }

  /**
   * After a sign-in in another tab this page has an old CSRF token: it fetches the new one and repeats the request
   * once.
   */
  async function ask(name: EndpointName, question?: ApiQuestion): Promise<Sent> {
    const sent = await send(name, question);
    if (sent.ok || sent.problem.code !== 'csrf') return sent;
    const again = await findSession();
    return again.ok && again.session ? await send(name, question) : sent;
  }

  async function findSession() {
    const sent = await send('getSession');
    if (!sent.ok && sent.problem.status !== 401) return sent;
    markSignedIn(sent.ok);
    if (!sent.ok) return { ok: true, session: null } as const;
    const { csrf_token, staff, expires_at } = await sent.response.json();
    csrfToken = csrf_token ?? null;
    return { ok: true, session: { staff, expires_at } } as const;
  }

  /** Calls an endpoint that opens a session: the daemon puts the token into the cookie, and the page gets the rest. */
  async function enter(name: 'signIn' | 'setup' | 'acceptInvitation' | 'changePassword', fields: object) {
    const sent = await ask(name, { body: { ...fields, cookie: true } });
    if (!sent.ok) return sent;
    const { csrf_token, staff, expires_at } = await sent.response.json();
    csrfToken = csrf_token ?? null;
    markSignedIn(true);
    return { ok: true, session: { staff, expires_at } } as const;
  }

  return {
    connection: () => ({ kind: 'web', url }),
    async call(name, ...[question]) {
      const sent = await ask(name, question as ApiQuestion);
      if (!sent.ok) return { ok: false, status: sent.problem.status, problem: sent.problem };
      const { status, headers } = sent.response;
      const etag = headers.get('etag');
      if (status === 304) return { ok: true, status, body: null, etag };
      const isJson = headers.get('content-type')?.includes('json');
      return { ok: true, status, body: await (isJson ? sent.response.json() : sent.response.text()), etag };
    },
    session: async () => (mayBeSignedIn() ? findSession() : { ok: true, session: null }),
    signIn: (credentials) => enter('signIn', credentials),
    setup: (fields) => enter('setup', fields),
    acceptInvitation: (fields) => enter('acceptInvitation', fields),
    changePassword: (fields) => enter('changePassword', fields),
    async signOut() {
      await ask('signOut');
      csrfToken = null;
      markSignedIn(false);
    },
    async saveFile(name, bytes, type) {
      return saveBlob(name, new Blob([bytes as Uint8Array<ArrayBuffer>], { type }));
    },
    async saveAnswer(fileName, name, ...[question]) {
      const sent = await ask(name, question as ApiQuestion);
      if (!sent.ok) return { outcome: 'failed', problem: sent.problem };
      try {
        return saveBlob(fileName, await sent.response.blob());
      } catch {
        return { outcome: 'failed', problem: NO_CONNECTION };
      }
    },
  };
}

async function problemOf(response: Response): Promise<Refusal> {
  const said = await response.json().catch(() => null);
  if (typeof said?.code === 'string' && typeof said?.detail === 'string') return said;
  return { code: 'unexpected_answer', status: response.status, detail: `The server answered ${response.status}.` };
}
