import type { EndpointName, Endpoints } from './contract.ts';
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf, Role } from './endpoint.ts';

// Types alone: what a route is given and gives back, made from its endpoint.

export interface KeyPrincipal {
  kind: 'key';
  keyId: number;
  familyId: number;
  keyKind: 'server' | 'client';
  gameId: string | null;
  scopes: readonly string[];
}
export interface StaffPrincipal {
  kind: 'staff';
  staffId: number;
  role: Role;
  tokenHash: string;
  expiresAt: number;
  /** Where the log of Postgres ended after the last change of this session; null where no replica answers reads. */
  wrotePosition: number | null;
  /** Only if the session came as a browser’s cookie. */
  csrfToken?: string;
}
type PrincipalOf<E extends Endpoint> = E['access'] extends { kind: 'key' }
  ? KeyPrincipal
  : E['access'] extends { kind: 'staff' }
    ? StaffPrincipal
    : null;

/** A request that passed all checks of the contract. */
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

/**
 * The result of a route: the answer's value, or the finished body for spliced text; a stream is sent while it is made.
 */
export type RouteAnswer<E extends Endpoint> =
  | AnswerOf<E>
  | {
      rendered: { status: number; body: string | AsyncIterable<string | Uint8Array>; headers?: Record<string, string> };
    };

type Route<E extends Endpoint> = (request: RouteRequest<E>) => Promise<RouteAnswer<E>>;
export type Routes = { [N in EndpointName]: Route<Endpoints[N]> };
