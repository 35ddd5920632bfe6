import { type Call, createClient, type ProblemDocument } from '../../../daemon/contract/client.ts';
import type { EndpointName, Endpoints } from '../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../daemon/contract/endpoint.ts';

export type Session = AnswerOf<Endpoints['getCreatorSession']>;

/** The daemon refused a request. */
class Refused extends Error {
  readonly problem: ProblemDocument;
  constructor(problem: ProblemDocument) {
    super(problem.detail);
    this.problem = problem;
  }
}

const FRAME = '/creator/embed';
/** A frame on a game's page signs in with the token in its address, and has no cookie. */
export const isFrame = location.pathname.startsWith(FRAME);

const fromAddress = (name: string) => new URLSearchParams(location.hash.slice(1)).get(name);
const frameToken = isFrame ? fromAddress('token') : null;
const client = createClient(location.origin, frameToken === null ? {} : { token: frameToken });
let csrfToken: string | undefined;

/** Calls an endpoint as the creator of the session. Throws `Refused`, or a TypeError if there is no response. */
export async function ask<N extends EndpointName>(name: N, call?: Call<Endpoints[N]>): Promise<AnswerOf<Endpoints[N]>> {
  const headers = csrfToken === undefined ? {} : { 'X-CSRF-Token': csrfToken };
  // biome-ignore lint/suspicious/noExplicitAny: the parameters above have the types
  const answer = await client.call(name, { ...call, headers } as any);
  if (!answer.ok) throw new Refused(answer.body);
  return answer.body;
}

const linkToken = fromAddress('link');
/** The token of a link that confirms a new email address. */
export const addressToken = fromAddress('address');
// A link works once, so it must not stay in the address and the history.
if (linkToken !== null || addressToken !== null) history.replaceState(null, '', location.pathname);

/** Opens the page with the link in the address, or with the session that the browser has. */
export async function openSession(): Promise<Session> {
  const session =
    linkToken === null
      ? await ask('getCreatorSession')
      : await ask('openCreatorPage', { body: { token: linkToken, cookie: true } });
  csrfToken = session.csrf_token;
  return session;
}

export const isSignedOut = (error: unknown) => error instanceof Refused && error.problem.status === 401;
export const isUsedLink = (error: unknown) => error instanceof Refused && error.problem.code === 'invalid_credentials';
export const detailOf = (error: unknown, otherwise: string) => (error instanceof Refused ? error.message : otherwise);
