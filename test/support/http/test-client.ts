import { expect } from 'vitest';
import type { z } from 'zod';
import { type Call, createClient } from '../../../daemon/contract/client.ts';
import type { EndpointName, Endpoints } from '../../../daemon/contract/contract.ts';
import type { AnswerOf, Endpoint } from '../../../daemon/contract/endpoint.ts';
import { undocumentedFields } from '../contract/undocumented-fields.ts';

/** A response with its parsed body. */
export interface Answered {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  body: any;
  headers: Headers;
}

/** The body that an endpoint accepts. */
export type BodyFor<N extends EndpointName> = Endpoints[N] extends { body: infer S extends z.ZodType }
  ? z.input<S>
  : never;

/** The query that an endpoint accepts. */
export type QueryFor<N extends EndpointName> = Endpoints[N] extends { query: infer S extends z.ZodType }
  ? z.input<S>
  : never;

/** An endpoint's response, whose body is typed if `ok` is true. */
type Reply<E extends Endpoint> =
  | { ok: true; status: number; body: AnswerOf<E>; headers: Headers }
  | ({ ok: false } & Answered);

type CallArguments<E extends Endpoint> = Record<never, never> extends Call<E> ? [call?: Call<E>] : [call: Call<E>];

/** The endpoints that change an object and require its version. */
type Editing = { [N in EndpointName]: Endpoints[N]['method'] extends 'PATCH' ? N : never }[EndpointName];
/** The fields that such an endpoint changes. */
export type FieldsFor<N extends Editing> = Omit<BodyFor<N>, 'version'>;
type EditCall<N extends Editing> = Omit<Call<Endpoints[N]>, 'body'> & { body: FieldsFor<N> };

/** Calls a daemon with one caller's credentials. */
export interface TestClient {
  /**
   * Calls through the client that the Portal uses, with the contract's types. Throws an error if the response has a
   * field that the OpenAPI document lacks.
   */
  call<N extends EndpointName>(name: N, ...args: CallArguments<Endpoints[N]>): Promise<Reply<Endpoints[N]>>;
  /** Changes the current version of an object. */
  edit<N extends Editing>(name: N, given: EditCall<N>): Promise<Reply<Endpoints[N]>>;
  /** Sends any method and path, for tests of requests that `call` does not allow. */
  send(method: string, path: string, body?: unknown): Promise<Answered>;
}

/** No object has this version, so the daemon responds with the current object. */
const NO_VERSION = Number.MAX_SAFE_INTEGER;

export function testClient(url: string, credentials: Record<string, string> = {}): TestClient {
  const client = createClient(url);
  // biome-ignore lint/suspicious/noExplicitAny: the interface above defines the types
  async function call(name: EndpointName, given: any = {}): Promise<any> {
    const answer = await client.call(name, { ...given, headers: { ...credentials, ...given.headers } });
    const unknown = undocumentedFields(name, answer.status, answer.body);
    if (unknown.length > 0)
      throw new Error(`The response of ${name} (${answer.status}) does not match the OpenAPI document: ${unknown}`);
    return answer;
  }
  return {
    call,
    // biome-ignore lint/suspicious/noExplicitAny: the interface above defines the types
    async edit(name: Editing, given: any): Promise<any> {
      const change = (version: number) => call(name, { ...given, body: { ...given.body, version } });
      const refused = await change(NO_VERSION);
      return refused.body.code === 'edit_conflict' ? change(refused.body.current.version) : refused;
    },
    async send(method, path, body) {
      const response = await fetch(url + path, {
        method,
        headers: { ...credentials, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers };
    },
  };
}

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
export const apiKey = (key: string) => ({ 'X-API-Key': key });

/** Returns a response without its headers. */
export const shape = ({ status, body }: Answered) => ({ status, body });
/** Returns a matcher for a refusal. */
export const refusal = (status: number, code: string) => ({
  status,
  body: expect.objectContaining({ status, code, type: expect.any(String), request_id: expect.any(String) }),
});
/** Returns the pointers of a refusal's errors. */
export const pointersOf = ({ body }: Answered) => body.errors?.map(({ pointer }: { pointer: string }) => pointer);
/** Returns the body of a response. Throws an error if the request did not succeed. */
export function done({ status, body }: Answered) {
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body;
}

/** Parses a query such as `status=active&page=2` without checking it. */
// biome-ignore lint/suspicious/noExplicitAny: it may contain values that the contract refuses
export const queryOf = (text: string): any => Object.fromEntries(new URLSearchParams(text));

export const iso = (instant: number) => new Date(instant).toISOString();
