import { type EndpointName, type Endpoints, endpoints } from '../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../daemon/contract/endpoint.ts';
import type { CallArguments, Refusal } from '../../preload/api.ts';
import { isSessionRefusal, waitForSignIn } from '../lib/signed-in-again.ts';
import { texts } from '../texts/texts.ts';
import { bridge } from './bridge.ts';

/** A refusal as an error, because TanStack Query handles only errors. */
export class Refused extends Error {
  readonly problem: Refusal;
  constructor(problem: Refusal) {
    super(problem.detail);
    this.problem = problem;
  }
}

/**
 * Returns the response of an endpoint, or throws `Refused`. If the daemon refuses a change because the session has
 * ended, the request is sent again after the user signs in.
 */
export async function ask<N extends EndpointName>(
  name: N,
  ...args: CallArguments<Endpoints[N]>
): Promise<AnswerOf<Endpoints[N]>> {
  let reply = await bridge.call(name, ...args);
  if (!reply.ok && endpoints[name].method !== 'GET' && isSessionRefusal(reply.problem.code)) {
    await waitForSignIn(reply.problem.code);
    reply = await bridge.call(name, ...args);
  }
  if (!reply.ok) throw new Refused(reply.problem);
  return reply.body as AnswerOf<Endpoints[N]>;
}

/** Returns the refusal in an error, in the language of the page if there is a translation. */
export function problemOf(error: unknown): Refusal {
  if (!(error instanceof Refused)) return { code: 'internal_error', status: 500, detail: texts.common.ownFault };
  const { code, detail, errors } = error.problem;
  return { ...error.problem, detail: texts.problems.say(code, detail, errors) };
}

/** Returns the daemon's refusals by field name. */
export function fieldErrors(error: unknown): Record<string, string> {
  const { errors = [] } = problemOf(error);
  return Object.fromEntries(
    errors.map((fault) => [fault.pointer.replace(/^#?\//, '').split('/')[0] ?? '', texts.problems.sayOfField(fault)]),
  );
}
