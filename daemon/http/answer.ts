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
import { type HttpAnswer, type HttpRequest, problemAnswer } from './messages.ts';
import type { Metrics } from './metrics.ts';
import { problemOf } from './problem-of.ts';
import { isTestKey, type RunRoute } from './read-choice.ts';
import { markTest, render } from './render-answer.ts';
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

/** What is known about a response before it is created; all fields except `behindMs` also apply to a refusal. */
interface AnswerMarks {
  limit: HttpAnswer['limit'];
  /** Whether the request uses a test key. */
  isTest: boolean;
  /** How far behind the primary the response may be, if it came from the replica. */
  behindMs: number | undefined;
}

/** Answers a request without catching errors. */
type Ask = (name: EndpointName, entry: Endpoint, request: HttpRequest, marks: AnswerMarks) => Promise<HttpAnswer>;

function createAsk(deps: AnswerDeps): Ask {
  const { db, runRoute, authenticator, limits, clock, validateInWorker, wrote } = deps;
  return async (name, entry, request, marks) => {
    const now = clock();
    const principal = await authenticator.authenticate(entry.access, request, now);
    marks.isTest = isTestKey(principal);
    await limits.countRequest(principal, request.ip, marks);
    const body = entry.body ? await bodyOf(name, request, validateInWorker) : NO_PART;
    const { ip, requestId } = request;
    const checked = validate(entry, request, body);
    if (isSignIn(entry) && asksForCookie(checked.body)) authenticator.expectOwnPage(request.headers);
    if (entry.hashes) await limits.countHashes(request.ip, entry.hashes);
    if (principal?.kind === 'staff') await refuseForeign(db, principal.games, checked);
    const run = (query: unknown) => {
      const { params, headers, body } = checked;
      const asked = { params, query, headers, body, principal, ip, requestId, now };
      return nameChanger(db, entry, params, runRoute({ name, entry, principal, asked, marks }));
    };
    if (asksForCsv(checked.query)) return await csvOfList(entry, checked.query, requestId, run);
    const reply = await run(checked.query);
    if (entry.method !== 'GET') wrote();
    const answer = render(entry, reply, requestId);
    if (marks.behindMs !== undefined) answer.headers['X-Behind-Ms'] = marks.behindMs.toFixed(0);
    return answer;
  };
}

export function createAnswer(deps: AnswerDeps): Answer {
  const { limits, log, metrics } = deps;
  const askCounted = countingSignIns(limits, createAsk(deps));
  const answerTraced = async (
    name: EndpointName,
    entry: Endpoint,
    request: HttpRequest,
    traceparent: string | null,
  ): Promise<HttpAnswer> => {
    const startedAt = performance.now();
    const { requestId, method } = request;
    const marks: AnswerMarks = { limit: undefined, isTest: false, behindMs: undefined };
    let answer: HttpAnswer;
    try {
      answer = await withTrace(traceparent, () => askCounted(name, entry, request, marks));
    } catch (error) {
      answer = refuse(deps, { name, entry, requestId, traceparent }, error);
    }
    answer.limit = marks.limit;
    if (marks.isTest) markTest(answer);
    const { origin } = request.headers;
    if (origin !== undefined && isForBrowsers(entry.access)) Object.assign(answer.headers, corsHeaders(origin));
    const ms = performance.now() - startedAt;
    const { status } = answer;
    metrics.observeRequest(name, status, ms / 1000);
    // The fields are written out, because spreading shared fields would cost more than all other lines together.
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

/** Returns the response to a request that was refused or failed, and logs a failure. */
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

/** Counts each sign-in as failed before it is checked, and undoes the count unless it fails. */
function countingSignIns(limits: Limits, ask: Ask): Ask {
  const askToSignIn: Ask = async (name, entry, request, marks) => {
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
  return (name, entry, request, marks) => (isSignIn(entry) ? askToSignIn : ask)(name, entry, request, marks);
}

const isSignIn = ({ access }: Endpoint) => access.kind === 'public' && access.signIn === true;

/** A page from another origin must not be able to sign a browser in to an account that the page chose. */
const asksForCookie = (body: unknown) =>
  typeof body === 'object' && body !== null && 'cookie' in body && body.cookie === true;

/** A sign-in with the correct password that still needs the second factor does not count as failed. */
const isFailedSignIn = ({ code }: Problem) => statusOf(code) === 401 && code !== 'totp_required';

function bodyOf(name: EndpointName, request: HttpRequest, validateInWorker: ValidateInWorker) {
  const { readLate } = request;
  if (!readLate) return checkBody(name, request, validateInWorker);
  return bodyFrom(readLate).then((body) => checkBody(name, { ...request, body }, validateInWorker));
}

/**
 * Reads a body that has not been read yet. This fails only if the client has disconnected, so no client reads the 503.
 */
const bodyFrom = (readLate: NonNullable<HttpRequest['readLate']>) =>
  readLate().catch((error) => {
    throw new Unavailable(error);
  });
