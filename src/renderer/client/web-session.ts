import type { EndpointName } from '../../../daemon/contract/contract.ts';
import { type ApiInput, apiRequest } from '../../../daemon/contract/request.ts';
import type { Refusal } from '../../preload/api.ts';
import { markSignedIn } from '../lib/session-mark.ts';
import { texts } from '../texts/texts.ts';
import { NO_CONNECTION } from './no-connection.ts';

type EnteringCall = 'signIn' | 'enterWithPasskey' | 'setup' | 'acceptInvitation' | 'changePassword';
type Sent = { ok: true; response: Response } | { ok: false; problem: Refusal };

const OWN_ORIGIN = { credentials: 'same-origin', cache: 'no-store' } as const;

/** Sends requests to the daemon that served the page, with a session cookie that scripts cannot read. */
export function createWebSession(url: string) {
  /**
   * Proves that a request comes from this page. The cookie does not, because the browser can also send it with requests
   * from other sites.
   */
  let csrfToken: string | null = null;

  async function send(name: EndpointName, input?: ApiInput): Promise<Sent> {
    try {
      const { method, path, headers, body } = apiRequest(name, input);
      if (method !== 'GET' && csrfToken !== null) headers['X-CSRF-Token'] = csrfToken;
      const response = await fetch(url + path, { method, headers, body, ...OWN_ORIGIN });
      if (response.ok || response.status === 304) return { ok: true, response };
      return { ok: false, problem: await problemOf(response) };
    } catch {
      return { ok: false, problem: NO_CONNECTION };
    }
  }

  /**
   * Sends a request. If a sign-in in another tab has replaced the CSRF token, it loads the new token and retries once.
   */
  async function ask(name: EndpointName, input?: ApiInput): Promise<Sent> {
    const sent = await send(name, input);
    if (sent.ok || sent.problem.code !== 'csrf') return sent;
    const again = await findSession();
    return again.ok && again.session ? await send(name, input) : sent;
  }

  async function sessionIn(response: Response) {
    const { csrf_token, staff, expires_at, environment } = await response.json();
    csrfToken = csrf_token ?? null;
    markSignedIn(true);
    return { ok: true, session: { staff, expires_at, environment } } as const;
  }

  async function findSession() {
    const sent = await send('getSession');
    if (sent.ok) return sessionIn(sent.response);
    if (sent.problem.status !== 401) return sent;
    markSignedIn(false);
    return { ok: true, session: null } as const;
  }

  /** Calls an endpoint that opens a session. The daemon puts the session's token into a cookie. */
  async function enter(name: EnteringCall, fields: object) {
    const sent = await ask(name, { body: { ...fields, cookie: true } });
    return sent.ok ? sessionIn(sent.response) : sent;
  }

  async function signOut() {
    await ask('signOut');
    csrfToken = null;
    markSignedIn(false);
  }

  return { ask, findSession, enter, signOut };
}

async function problemOf(response: Response): Promise<Refusal> {
  const said = await response.json().catch(() => null);
  if (typeof said?.code === 'string' && typeof said?.detail === 'string') return said;
  return { code: 'unexpected_answer', status: response.status, detail: texts.common.answered(response.status) };
}
