import { type EndpointName, endpoints, type Routes } from '../contract/contract.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { AppError, type Problem } from '../lib/problem.ts';
import type { Authenticator } from './authenticate.ts';
import { corsHeaders, isForBrowsers } from './cors.ts';
import { parseJsonBody, parsePaymentsBody } from './json.ts';
import { type HttpAnswer, type HttpRequest, jsonAnswer, problemAnswer } from './messages.ts';
import type { Metrics } from './metrics.ts';
import { validate } from './validate.ts';

export interface AnswerDeps {
  routes: Routes;
  authenticator: Authenticator;
  clock: Clock;
  log: Log;
  metrics: Metrics;
}

/** Answers a request of one endpoint: everything that is a rule of the API and no matter of how the request came in. */
export type Answer = (name: EndpointName, request: HttpRequest) => Promise<HttpAnswer>;

/** A route with its endpoint's types laid aside: `validate` and `authenticate` have checked what they promise. */
type AnyRoute = (asked: unknown) => Promise<unknown>;

interface Rendered {
  rendered: { status: number; body: string; headers?: Record<string, string> };
}

export function createAnswer(deps: AnswerDeps): Answer {
  const { routes, authenticator, clock, log, metrics } = deps;

  const ask = async (name: EndpointName, entry: Endpoint, request: HttpRequest): Promise<HttpAnswer> => {
    const now = clock();
    const principal = await authenticator.authenticate(entry.access, request, now);
    const body = entry.body ? bodyOf(name, request) : undefined;
    const { params, query, headers } = request;
    const checked = validate(entry, { params, query, headers, body });
    const route = routes[name] as AnyRoute;
    const reply = await route({ ...checked, principal, requestId: request.requestId, now });
    return render(entry, reply, request.requestId);
  };

  return async (name, request) => {
    const startedAt = performance.now();
    const entry: Endpoint = endpoints[name];
    const { requestId, method } = request;
    let answer: HttpAnswer;
    try {
      answer = await ask(name, entry, request);
    } catch (error) {
      const problem = problemOf(error);
      answer = problemAnswer(problem, requestId);
      if (answer.status === 401) answer.headers['WWW-Authenticate'] = entry.access.kind === 'key' ? 'ApiKey' : 'Bearer';
      if (answer.status >= 500)
        log[problem.code === 'internal_error' ? 'error' : 'warn'](problem.code, { requestId, endpoint: name, error });
    }
    const { origin } = request.headers;
    if (origin !== undefined && isForBrowsers(entry.access)) Object.assign(answer.headers, corsHeaders(origin));
    const ms = performance.now() - startedAt;
    metrics.observeRequest(name, answer.status, ms / 1000);
    log.debug('answered', { requestId, endpoint: name, method, status: answer.status, ms });
    return answer;
  };
}

/** Faults say nothing to the caller: what they are stands in the log, under the request id. */
const problemOf = (error: unknown): Problem => (error instanceof AppError ? error.problem : { code: 'internal_error' });

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

function bodyOf(name: EndpointName, { body, headers }: HttpRequest): unknown {
  const type = headers['content-type'];
  const encoding = headers['content-encoding'] ?? 'identity';
  const isEmpty = body !== null && body.length === 0;
  // A request without a body needs no type; whether it may have none is for the schema to say.
  if (!(isEmpty && type === undefined) && (!JSON_TYPE.test(type ?? '') || encoding.toLowerCase() !== 'identity'))
    throw new AppError('unsupported_media_type');
  if (body === null) throw new AppError('body_too_large');
  if (isEmpty) return undefined;
  return name === 'gameEvent' ? parsePaymentsBody(body) : parseJsonBody(body);
}

function render(entry: Endpoint, reply: unknown, requestId: string): HttpAnswer {
  if (!isRendered(reply)) return jsonAnswer(requestId, entry.answer.status, JSON.stringify(reply));
  const { status, body, headers } = reply.rendered;
  const answer = jsonAnswer(requestId, status, body);
  Object.assign(answer.headers, headers);
  return answer;
}

const isRendered = (reply: unknown): reply is Rendered =>
  typeof reply === 'object' && reply !== null && 'rendered' in reply;
