import { type EndpointName, type Endpoints, endpoints } from './contract.ts';
import type { AnswerOf, CallOf, Endpoint } from './endpoint.ts';

export interface Credentials {
  /** Sent as X-API-Key. */
  apiKey?: string;
  /** A staff token, sent as a bearer token. */
  token?: string;
}

/** The body of a refusal (RFC 9457), as every endpoint gives it. */
export interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  request_id: string;
  errors?: { pointer: string; detail: string }[];
  [member: string]: unknown;
}

/** What came back; `ok` tells the endpoint's own answer from a problem document. */
export type Reply<E extends Endpoint> =
  | { ok: true; status: number; body: AnswerOf<E>; headers: Headers }
  | { ok: false; status: number; body: ProblemDocument; headers: Headers };

type Given<C> = { [K in keyof C as undefined extends C[K] ? (C[K] extends undefined ? never : K) : K]: C[K] };
/** What an endpoint takes; parts that it does not have cannot be passed. */
export type Call<E extends Endpoint> = Given<Required<CallOf<E>>> & {
  headers?: Record<string, string>;
  signal?: AbortSignal;
};
type CallArguments<E extends Endpoint> = Record<never, never> extends OptionalIfEmpty<E>
  ? [call?: Partial<Call<E>>]
  : [call: Call<E>];
type OptionalIfEmpty<E extends Endpoint> = Given<Required<CallOf<E>>>;

export interface Client {
  /** Calls an endpoint by its name. Rejects only where there is no answer at all (no connection, or aborted). */
  call<N extends EndpointName>(name: N, ...args: CallArguments<Endpoints[N]>): Promise<Reply<Endpoints[N]>>;
}

interface AnyCall {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** A client of everything the contract names. It rests on `fetch` alone, so it runs in browsers too. */
export function createClient(baseUrl: string, { apiKey, token }: Credentials = {}): Client {
  const base = baseUrl.replace(/\/+$/, '');
  return {
    async call<N extends EndpointName>(name: N, ...[given]: CallArguments<Endpoints[N]>) {
      const entry: Endpoint = endpoints[name];
      const { params, query, body, headers, signal }: AnyCall = given ?? {};
      const response = await fetch(base + pathOf(entry.path, params) + queryOf(query), {
        method: entry.method,
        headers: {
          ...(apiKey === undefined ? {} : { 'X-API-Key': apiKey }),
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json') ?? false;
      return {
        ok: response.ok,
        status: response.status,
        body: isJson ? JSON.parse(text) : text,
        headers: response.headers,
      } as Reply<Endpoints[N]>;
    },
  };
}

const pathOf = (path: string, params: Record<string, unknown> = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));

function queryOf(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `?${search}` : '';
}
