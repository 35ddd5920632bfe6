import { type EndpointName, endpoints } from '../contract/contract.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { type Problem, statusOf } from '../contract/refusals.ts';
import type { Database } from '../db/database.ts';
import { nameChanger } from '../features/audit/name-changer.ts';
import { refuseForeign } from '../features/game-access/refuse-foreign.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { traceparentOf, withTrace } from '../lib/trace-context.ts';
import { Unavailable } from '../lib/unavailable.ts';
import type { Authenticator } from './authenticate.ts';
import { checkBody } from './check-body.ts';
import { corsHeaders, isForBrowsers } from './cors.ts';
import type { Limits } from './limits.ts';
import { asksForCsv, csvOfList } from './list-csv.ts';
import { type HttpAnswer, type HttpRequest, jsonAnswer, problemAnswer } from './messages.ts';
import type { Metrics } from './metrics.ts';
import { problemOf } from './problem-of.ts';
import { isTestKey, type RunRoute } from './read-choice.ts';
import { inRequestSpan } from './request-span.ts';
import { NO_PART, validate } from './validate.ts';
import type { ValidateInWorker } from './validate-in-worker.ts';

export interface AnswerDeps {
  db: Database;
  runRoute: RunRoute;
  authenticator: Pick<Authenticator, 'authenticate' | 'expectOwnPage'>;
  limits: Limits;
  clock: Clock;
  log: Log;
  metrics: Pick<Metrics, 'observeRequest' | 'observeFailedSignIn'>;
  validateInWorker: ValidateInWorker;
  /** Called after each request that may have written to the database. */
  wrote: () => void;
}

/** Answers a request to one API endpoint under all rules of the API, for both adapters (hot routes and Express). */
export type Answer = (name: EndpointName, request: HttpRequest) => Promise<HttpAnswer>;

/** Properties that also apply to the answer if it is a refusal. */
interface AnswerMarks {
  headers: HttpAnswer['headers'];
  /** Whether the request uses a test key. */
  isTest: boolean;
}

/** Answers without catching errors. */
type Ask = (name: EndpointName, entry: Endpoint, request: HttpRequest, marks: AnswerMarks) => Promise<HttpAnswer>;

interface Rendered {
  rendered: { status: number; body: HttpAnswer['body']; headers?: Record<string, string> };
}

export function createAnswer(deps: AnswerDeps): Answer {
  const { db, runRoute, authenticator, limits, clock, log, metrics, validateInWorker, wrote } = deps;

  const ask: Ask = async (name, entry, request, marks) => {
    const now = clock();
    const principal = await authenticator.authenticate(entry.access, request, now);
    marks.isTest = isTestKey(principal);
    await limits.countRequest(principal, request.ip, (state) => Object.assign(marks.headers, state));
    const body = entry.body ? await bodyOf(name, request, validateInWorker) : NO_PART;
    const { params, query, headers, ip, requestId } = request;
    const checked = validate(entry, { params, query, headers }, body);
    if (isSignIn(entry) && asksForCookie(checked.body)) authenticator.expectOwnPage(headers);
    if (entry.hashes) await limits.countHashes(request.ip, entry.hashes);
    if (principal?.kind === 'staff') await refuseForeign(db, principal.games, checked);
    const asked = { ...checked, principal, ip, requestId, now };
    const run = (query: unknown) =>
      nameChanger(db, entry, checked.params, runRoute({ name, entry, principal, asked: { ...asked, query } }));
    if (asksForCsv(checked.query)) return await csvOfList(entry, checked.query, requestId, run);
    const { reply, behindMs } = await run(checked.query);
    if (entry.method !== 'GET') wrote();
    return render(entry, { reply, behindMs }, requestId);
  };

  const askCounted = countingSignIns(limits, ask);
  const answerTraced = async (
    name: EndpointName,
    entry: Endpoint,
    request: HttpRequest,
    traceparent: string | null,
  ): Promise<HttpAnswer> => {
    const startedAt = performance.now();
    const { requestId, method } = request;
    const marks: AnswerMarks = { headers: {}, isTest: false };
    let answer: HttpAnswer;
    try {
      answer = await withTrace(traceparent, () => askCounted(name, entry, request, marks));
    } catch (error) {
      answer = refuse(deps, { name, entry, requestId, traceparent }, error);
    }
    Object.assign(answer.headers, marks.headers);
    if (marks.isTest) markTest(answer);
    const { origin } = request.headers;
    if (origin !== undefined && isForBrowsers(entry.access)) Object.assign(answer.headers, corsHeaders(origin));
    const ms = performance.now() - startedAt;
    const { status } = answer;
    metrics.observeRequest(name, status, ms / 1000);
    // It is written out, because a copy of shared fields costs more than the other lines together.
    log.debug('answered', { requestId, endpoint: name, traceparent: traceparent ?? undefined, method, status, ms });
    return answer;
  };
  return (name, request) => {
    const entry: Endpoint = endpoints[name];
    const traceparent = traceparentOf(request.headers.traceparent);
    return inRequestSpan(entry, traceparent, (current) => answerTraced(name, entry, request, current));
  };
}

interface Refusing {
  name: EndpointName;
  entry: Endpoint;
  requestId: string;
  traceparent: string | null;
}

/** Returns the answer to a request that was refused or failed, and logs a failure. */
function refuse(
  { log, metrics }: Pick<AnswerDeps, 'log' | 'metrics'>,
  { name, entry, requestId, traceparent }: Refusing,
  error: unknown,
): HttpAnswer {
  const problem = problemOf(error);
  const answer = problemAnswer(problem, requestId);
  if (isSignIn(entry) && isFailedSignIn(problem)) metrics.observeFailedSignIn();
  if (answer.status === 401) answer.headers['WWW-Authenticate'] = entry.access.kind === 'key' ? 'ApiKey' : 'Bearer';
  if (answer.status >= 500) {
    const fields = { requestId, endpoint: name, traceparent: traceparent ?? undefined, error };
    log[problem.code === 'internal_error' ? 'error' : 'warn'](problem.code, fields);
  }
  return answer;
}

/** Adds `test: true` to an answer that is an object, and a header to every answer. */
function markTest(answer: HttpAnswer) {
  const { body } = answer;
  answer.headers['X-Test-Key'] = 'true';
  if (typeof body === 'string' && body.startsWith('{'))
    answer.body = `{"test":true${body === '{}' ? '' : ','}${body.slice(1)}`;
}

/** Counts the sign-ins of each address, and keeps the count of a failed one. */
const countingSignIns =
  (limits: Limits, ask: Ask): Ask =>
  async (name, entry, request, marks) => {
    if (!isSignIn(entry)) return await ask(name, entry, request, marks);
    await limits.countSignIn(request.ip);
    let isFailed = false;
    try {
      return await ask(name, entry, request, marks);
    } catch (error) {
      isFailed = isFailedSignIn(problemOf(error));
      throw error;
    } finally {
      if (!isFailed) await limits.uncountSignIn(request.ip);
    }
  };

const isSignIn = ({ access }: Endpoint) => access.kind === 'public' && access.signIn === true;

/** A page from another origin must not sign a browser in to an account of its choice. */
const asksForCookie = (body: unknown) =>
  typeof body === 'object' && body !== null && 'cookie' in body && body.cookie === true;

/** A right password without its second factor is not a guess, so it does not count as failed. */
const isFailedSignIn = ({ code }: Problem) => statusOf(code) === 401 && code !== 'totp_required';

async function bodyOf(name: EndpointName, request: HttpRequest, validateInWorker: ValidateInWorker) {
  const { readLate } = request;
  const whole = readLate ? { ...request, body: await bodyFrom(readLate) } : request;
  return await checkBody(name, whole, validateInWorker);
}

/** Reads a body that the request did not include yet. If the client has disconnected, no client reads the response. */
const bodyFrom = (readLate: NonNullable<HttpRequest['readLate']>) =>
  readLate().catch((error) => {
    throw new Unavailable(error);
  });

function render(entry: Endpoint, { reply, behindMs }: Awaited<ReturnType<RunRoute>>, requestId: string): HttpAnswer {
  const answer = isRendered(reply)
    ? renderedAnswer(entry, reply, requestId)
    : jsonAnswer(requestId, entry.answer.status, JSON.stringify(reply));
  if (behindMs !== undefined) answer.headers['X-Behind-Ms'] = behindMs.toFixed(0);
  return answer;
}

function renderedAnswer(entry: Endpoint, { rendered }: Rendered, requestId: string): HttpAnswer {
  const { status, body, headers } = rendered;
  const answer = jsonAnswer(requestId, status, body);
  if (entry.answer.type) answer.headers['Content-Type'] = `${entry.answer.type}; charset=utf-8`;
  Object.assign(answer.headers, headers);
  // A 304 has no body and therefore no content type.
  if (status === 304) delete answer.headers['Content-Type'];
  return answer;
}

const isRendered = (reply: unknown): reply is Rendered =>
  typeof reply === 'object' && reply !== null && 'rendered' in reply;
