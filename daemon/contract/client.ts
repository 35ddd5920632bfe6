import type { z } from 'zod';
import type { EndpointName, Endpoints } from './contract.ts';
import type { AnswerOf, Endpoint } from './endpoint.ts';
import type { FieldFault } from './refusals.ts';
import { type ApiInput, apiRequest } from './request.ts';

export interface ApiCredentials {
  /** Sent as `X-API-Key`. */
  apiKey?: string;
  /** A staff token, sent as a bearer token. */
  token?: string;
}

/** The body of every refusal (RFC 9457). */
export interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  request_id: string;
  errors?: FieldFault[];
  [member: string]: unknown;
}

/** A response. `ok` is false for a problem document. */
type ClientAnswer<E extends Endpoint> =
  | { ok: true; status: number; body: AnswerOf<E>; headers: Headers }
  | { ok: false; status: number; body: ProblemDocument; headers: Headers };

type Nothing = Record<never, never>;
type Part<K extends string, T> = undefined extends T
  ? { [P in K]?: T }
  : Nothing extends T
    ? { [P in K]?: T }
    : { [P in K]: T };
type InputOf<E, K extends string> = E extends { [P in K]: infer S extends z.ZodType } ? z.input<S> : never;
type ParamsPart<E> = E extends { params: z.ZodType }
  ? { params: { [P in keyof InputOf<E, 'params'>]: string | number } }
  : Nothing;
type QueryPart<E> = E extends { query: z.ZodType } ? Part<'query', InputOf<E, 'query'>> : Nothing;
type BodyPart<E> = E extends { body: z.ZodType } ? Part<'body', InputOf<E, 'body'>> : Nothing;

/**
 * The input of an endpoint, as its schemas define it, with optional headers and a signal. Because the type is
 * conditional, a union of endpoints accepts the input of any one of them, not a combination of their inputs.
 */
export type Call<E extends Endpoint> = E extends Endpoint
  ? ParamsPart<E> & QueryPart<E> & BodyPart<E> & { headers?: Record<string, string>; signal?: AbortSignal }
  : never;
type CallArguments<E extends Endpoint> = Nothing extends Call<E> ? [call?: Call<E>] : [call: Call<E>];

export interface Client {
  /**
   * Calls an endpoint by name. It rejects only if there is no response, because there is no connection or the
   * call was aborted.
   */
  call<N extends EndpointName>(name: N, ...args: CallArguments<Endpoints[N]>): Promise<ClientAnswer<Endpoints[N]>>;
}

interface AnyCall extends ApiInput {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Creates a client for all endpoints in the contract. It needs only `fetch`, so it also works in browsers. */
export function createClient(baseUrl: string, { apiKey, token }: ApiCredentials = {}): Client {
  const base = baseUrl.replace(/\/+$/, '');
  const identity = {
    ...(apiKey === undefined ? {} : { 'X-API-Key': apiKey }),
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  };
  return {
    async call<N extends EndpointName>(name: N, ...[given]: CallArguments<Endpoints[N]>) {
      const { headers: own, signal, ...question }: AnyCall = given ?? {};
      const { method, path, headers, body } = apiRequest(name, question);
      const response = await fetch(base + path, {
        method,
        headers: { ...identity, ...headers, ...own },
        body,
        ...(signal ? { signal } : {}),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json') ?? false;
      return {
        ok: response.ok,
        status: response.status,
        body: isJson ? JSON.parse(text) : text,
        headers: response.headers,
      } as ClientAnswer<Endpoints[N]>;
    },
  };
}
