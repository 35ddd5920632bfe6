import { type EndpointName, type Endpoints, endpoints } from '../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../daemon/contract/endpoint.ts';
import type { CallArguments, Refusal } from '../../preload/api.ts';
import { isSessionRefusal, waitForSignIn } from '../lib/signed-in-again.ts';
import { texts } from '../texts/texts.ts';
import { bridge } from './bridge.ts';

/** Carries a refusal through TanStack Query, which knows only errors. */
export class Refused extends Error {
  readonly problem: Refusal;
  constructor(problem: Refusal) {
    super(problem.detail);
    this.problem = problem;
  }
}

/**
 * The answer of an endpoint; throws `Refused`. If the session has ended, a change is sent again after the sign-in: the
 * daemon refused it before it did anything.
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

/** In the language of the page, as far as it has words for it. */
export function problemOf(error: unknown): Refusal {
  if (!(error instanceof Refused)) return { code: 'internal_error', status: 500, detail: texts.common.ownFault };
  const { code, detail } = error.problem;
  return { ...error.problem, detail: texts.problems.say(code, detail) };
}

/** The daemon's refusals, by the field's name. */
export function fieldErrors(error: unknown): Record<string, string> {
  const { errors = [] } = problemOf(error);
  return Object.fromEntries(
    errors.map((fault) => [fault.pointer.replace(/^#?\//, '').split('/')[0] ?? '', texts.problems.sayOfField(fault)]),
  );
}
