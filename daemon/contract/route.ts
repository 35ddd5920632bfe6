import type { EndpointName, Endpoints } from './contract.ts';
import type { AnswerOf, BodyOf, CreatorSession, Endpoint, ParamsOf, QueryOf, Role } from './endpoint.ts';

// The types of a route's input and output, derived from its endpoint.

export interface KeyPrincipal {
  kind: 'key';
  keyId: number;
  familyId: number;
  keyKind: 'server' | 'client';
  gameId: string | null;
  scopes: readonly string[];
  /** Whether the request runs without storing anything. */
  isTest: boolean;
}
export interface StaffPrincipal {
  kind: 'staff';
  staffId: number;
  role: Role;
  /** The games that the person is limited to; null if the person is not limited. */
  games: readonly string[] | null;
  tokenHash: string;
  expiresAt: number;
  /** Whether the person signed in with a company account, whose provider asks for the second factor. */
  byCompany: boolean;
  /** The position in Postgres's log after the last change in this session; null if reads do not use replicas. */
  wrotePosition: number | null;
  /** Set only if the session is in a browser's cookie. */
  csrfToken?: string;
}
export interface CreatorPrincipal {
  kind: 'creator';
  creatorId: string;
  session: CreatorSession;
  tokenHash: string;
  expiresAt: number;
  /** Set only if the session is in a browser's cookie. */
  csrfToken?: string;
}
type PrincipalOf<E extends Endpoint> = E['access'] extends { kind: 'key' }
  ? KeyPrincipal
  : E['access'] extends { kind: 'staff' }
    ? StaffPrincipal
    : E['access'] extends { kind: 'creator' }
      ? CreatorPrincipal
      : null;

/** A validated request. */
interface RouteRequest<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  headers: Record<string, string | undefined>;
  principal: PrincipalOf<E>;
  /** The client's address. */
  ip: string;
  requestId: string;
  now: number;
}

/** The result of a route: a value, or a rendered response whose body is text or a stream. */
export type RouteAnswer<E extends Endpoint> =
  | AnswerOf<E>
  | {
      rendered: { status: number; body: string | AsyncIterable<string | Uint8Array>; headers?: Record<string, string> };
    };

type Route<E extends Endpoint> = (request: RouteRequest<E>) => Promise<RouteAnswer<E>>;
export type Routes = { [N in EndpointName]: Route<Endpoints[N]> };
