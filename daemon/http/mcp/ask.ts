import { createClient, type ProblemDocument } from '../../contract/client.ts';
import type { EndpointName, Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import { type ApiInput, apiRequest } from '../../contract/request.ts';
import type { Answer } from '../answer.ts';
import type { HttpRequest } from '../messages.ts';

type Answered<T> = { ok: true; body: T } | { ok: false; body: ProblemDocument };

/** Reads from the API as the person to whom an access token belongs. */
export type Ask = <N extends EndpointName>(name: N, input?: ApiInput) => Promise<Answered<AnswerOf<Endpoints[N]>>>;

/** Asks a daemon over HTTP. */
export function askOver(url: string, token: string): Ask {
  // The daemon checks the input, so the call needs no separate type for each endpoint.
  return (createClient(url, { token }) as unknown as { call: Ask }).call;
}

const NO_BODY = Buffer.alloc(0);

/** Asks this daemon, under the rules for a request that arrives over HTTP. */
export function askWithin(answer: Answer, from: Pick<HttpRequest, 'headers' | 'ip' | 'requestId'>): Ask {
  const { authorization } = from.headers;
  return async (name, input = {}) => {
    const { method, path } = apiRequest(name, input);
    const [plain = path, query = ''] = path.split('?');
    const params = Object.fromEntries(Object.entries(input.params ?? {}).map(([key, value]) => [key, String(value)]));
    const headers = authorization === undefined ? {} : { authorization };
    const asked = { ...from, method, path: plain, params, query, headers, body: NO_BODY };
    const reply = await answer(name, asked);
    const body = JSON.parse(String(reply.body));
    return reply.status < 300 ? { ok: true, body } : { ok: false, body };
  };
}
