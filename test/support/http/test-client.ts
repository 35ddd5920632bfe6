import { expect } from 'vitest';
import type { z } from 'zod';
import { type Call, createClient } from '../../../daemon/contract/client.ts';
import type { EndpointName, Endpoints } from '../../../daemon/contract/contract.ts';
import type { AnswerOf, Endpoint } from '../../../daemon/contract/endpoint.ts';
import { undocumentedFields } from '../contract/undocumented-fields.ts';

/** What came back, with its body parsed. */
export interface Answered {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
  headers: Headers;
}

/** The body that an endpoint takes. */
export type BodyFor<N extends EndpointName> = Endpoints[N] extends { body: infer S extends z.ZodType }
  ? z.input<S>
  : never;

/** The query that an endpoint takes. */
export type QueryFor<N extends EndpointName> = Endpoints[N] extends { query: infer S extends z.ZodType }
  ? z.input<S>
  : never;

/** Where `ok` was looked at, the answer of an endpoint has its type. */
type Reply<E extends Endpoint> =
  | { ok: true; status: number; body: AnswerOf<E>; headers: Headers }
  | ({ ok: false } & Answered);

type CallArguments<E extends Endpoint> = Record<never, never> extends Call<E> ? [call?: Call<E>] : [call: Call<E>];

/** The endpoints that change an object of which the client read a version. */
type Editing = { [N in EndpointName]: Endpoints[N]['method'] extends 'PATCH' ? N : never }[EndpointName];
/** The fields that such an endpoint changes. */
export type FieldsFor<N extends Editing> = Omit<BodyFor<N>, 'version'>;
type EditCall<N extends Editing> = Omit<Call<Endpoints[N]>, 'body'> & { body: FieldsFor<N> };

/** Asks a daemon with one caller's credentials. */
export interface TestClient {
  /**
   * Through the client that the Portal uses: the contract's types say what may be sent. Throws if the answer has a field
   * that the OpenAPI document lacks.
   */
  call<N extends EndpointName>(name: N, ...args: CallArguments<Endpoints[N]>): Promise<Reply<Endpoints[N]>>;
  /** Changes an object as it is now, whatever its version is. */
  edit<N extends Editing>(name: N, given: EditCall<N>): Promise<Reply<Endpoints[N]>>;
  /** By method and path, for tests that send what `call` would not let through. */
  send(method: string, path: string, body?: unknown): Promise<Answered>;
}

/** No object has it, so the daemon answers with the object as it is. */
const NO_VERSION = Number.MAX_SAFE_INTEGER;

export function testClient(url: string, credentials: Record<string, string> = {}): TestClient {
  const client = createClient(url);
  // biome-ignore lint/suspicious/noExplicitAny: the interface above has the types
  async function call(name: EndpointName, given: any = {}): Promise<any> {
    const answer = await client.call(name, { ...given, headers: { ...credentials, ...given.headers } });
    const unknown = undocumentedFields(name, answer.status, answer.body);
    if (unknown.length > 0) throw new Error(`The OpenAPI document of ${name} (${answer.status}) lacks ${unknown}`);
    return answer;
  }
  return {
    call,
    // biome-ignore lint/suspicious/noExplicitAny: the interface above has the types
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

/** What an answer says, without its headers. */
export const shape = ({ status, body }: Answered) => ({ status, body });
/** The shape of a refusal. */
export const refusal = (status: number, code: string) => ({
  status,
  body: expect.objectContaining({ status, code, type: expect.any(String), request_id: expect.any(String) }),
});
/** The fields a refusal complains of. */
export const pointersOf = ({ body }: Answered) => body.errors?.map(({ pointer }: { pointer: string }) => pointer);
/** The body of a request that had to succeed. */
export function done({ status, body }: Answered) {
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body;
}

/** The query that a text such as `status=active&page=2` stands for, whatever is in it. */
// biome-ignore lint/suspicious/noExplicitAny: also what the contract refuses
export const queryOf = (text: string): any => Object.fromEntries(new URLSearchParams(text));

export const iso = (instant: number) => new Date(instant).toISOString();
