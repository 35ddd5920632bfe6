import { type EndpointName, type Endpoints, endpoints } from '../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../daemon/contract/endpoint.ts';
import type { Refusal, ServerAbout } from '../preload/api.ts';
import { type AnyCallInput, parseCall } from './call-input.ts';
import { connectionFault } from './connection-faults.ts';
import type { ConnectionBook } from './connections.ts';
import type { Credentials } from './credentials.ts';
import { readHealth } from './daemon-health.ts';
import { problem, type Refused, refused, SIGNED_OUT } from './problems.ts';

const ANSWER_MS = 60_000;
const HEALTH_MS = 10_000;
/** A token is sent only to the daemon that the user chose, and no response is stored on disk. */
const GUARDS = { redirect: 'error', credentials: 'omit', cache: 'no-store' } as const;

export type Fetch = (url: string, init: RequestInit & { cache: 'no-store' }) => Promise<Response>;
export type Sent = { ok: true; response: Response } | Refused;
export type AuthCall = 'signIn' | 'setup' | 'acceptInvitation' | 'changePassword' | 'enterWithCompany';
export type AuthReply = { ok: true; daemon: string; answer: AnswerOf<Endpoints[AuthCall]> } | Refused;

interface SendOptions {
  token?: string | null;
  signal?: AbortSignal;
}

export type DaemonClient = ReturnType<typeof createDaemonClient>;

/** Creates the client. Only this module sends requests to daemons and puts tokens into requests. */
export function createDaemonClient(fetch: Fetch, book: ConnectionBook, credentials: Credentials) {
  async function send(
    daemon: string,
    name: EndpointName,
    input: AnyCallInput,
    { token = null, signal = AbortSignal.timeout(ANSWER_MS) }: SendOptions = {},
  ): Promise<Sent> {
    const request = parseCall(name, input);
    if (!request.ok) return request;
    const { method, path, headers, body } = request;
    try {
      const response = await fetch(daemon + path, {
        method,
        headers: token === null ? headers : { ...headers, Authorization: `Bearer ${token}` },
        body,
        signal,
        ...GUARDS,
      });
      if (response.ok || response.status === 304) return { ok: true, response };
      return refused(await problemOf(response));
    } catch (error) {
      return refused(connectionFault(error));
    }
  }

  /**
   * Sends a request to the current daemon with the user's token, which public endpoints do not need. Forgets the token
   * if the daemon refuses it.
   */
  async function ask(name: EndpointName, input: AnyCallInput = {}, signal?: AbortSignal): Promise<Sent> {
    const daemon = book.read().current;
    if (daemon === null) return refused(problem('no_daemon'));
    const token = await credentials.find(daemon);
    if (token === null && endpoints[name].access.kind !== 'public') return refused(SIGNED_OUT);
    const sent = await send(daemon, name, input, { token, ...(signal ? { signal } : {}) });
    if (token !== null && !sent.ok && sent.problem.code === 'unauthorized') await credentials.forget(daemon, token);
    return sent;
  }

  /**
   * Calls an endpoint that opens a session. Returns the response, parsed with the contract's schema, including the
   * token.
   */
  async function enter(name: AuthCall, body: unknown): Promise<AuthReply> {
    const daemon = book.read().current;
    if (daemon === null) return refused(problem('no_daemon'));
    const token = name === 'changePassword' ? await credentials.find(daemon) : null;
    const sent = await send(daemon, name, { body }, { token });
    if (!sent.ok) return sent;
    const read = endpoints[name].answer.schema.safeParse(await sent.response.json().catch(() => null));
    return read.success ? { ok: true, daemon, answer: read.data } : refused(unexpected(sent.response.status));
  }

  return { send, health: (daemon: string) => askHealth(fetch, daemon), ask, enter };
}

/** Returns what a daemon reports without authentication, or null if the request fails. */
async function askHealth(fetch: Fetch, daemon: string): Promise<ServerAbout | null> {
  try {
    const response = await fetch(`${daemon}/healthz`, { signal: AbortSignal.timeout(HEALTH_MS), ...GUARDS });
    return response.ok ? readHealth(await response.json()) : null;
  } catch {
    return null;
  }
}

export const unexpected = (status: number): Refusal => ({
  code: 'unexpected_answer',
  status,
  detail: `The server responded with status ${status}, but not in redeemd’s format.`,
});

async function problemOf(response: Response): Promise<Refusal> {
  const said = (await response.json().catch(() => null)) as Refusal | null;
  return typeof said?.code === 'string' && typeof said?.detail === 'string' ? said : unexpected(response.status);
}
