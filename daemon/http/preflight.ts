import type { IncomingMessage } from 'node:http';
import type { Clock } from '../lib/clock.ts';
import { corsHeaders, preflightHeaders } from './cors.ts';
import type { Keyring } from './keyring.ts';
import { type HttpAnswer, problemAnswer } from './messages.ts';
import { requestIdOf } from './request-id.ts';

export type Preflight = (request: IncomingMessage) => Promise<HttpAnswer>;

/** Answers a browser's OPTIONS request, which contains no key, so any client key that allows the origin is enough. */
export function createPreflight(keys: Pick<Keyring, 'allowsOrigin'>, clock: Clock): Preflight {
  return async ({ headers }) => {
    const { origin } = headers;
    const requestId = requestIdOf(headers);
    if (origin === undefined) return methodNotAllowed(['POST'], requestId);
    try {
      if (await keys.allowsOrigin(origin, clock()))
        return { status: 204, headers: { ...preflightHeaders(origin), 'X-Request-Id': requestId }, body: '' };
      return problemAnswer({ code: 'forbidden', detail: 'No key allows requests from this origin.' }, requestId);
    } catch {
      const answer = problemAnswer({ code: 'unavailable' }, requestId);
      Object.assign(answer.headers, corsHeaders(origin));
      return answer;
    }
  };
}

export function methodNotAllowed(methods: readonly string[], requestId: string): HttpAnswer {
  const answer = problemAnswer({ code: 'method_not_allowed' }, requestId);
  answer.headers.Allow = methods.join(', ');
  return answer;
}
