import { adminEndpoints } from './admin.ts';
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from './endpoint.ts';
import { v1Endpoints } from './v1.ts';

/** Every endpoint of the daemon; a route that is missing here cannot exist. */
export const endpoints = { ...v1Endpoints, ...adminEndpoints };
export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
export const endpointList = Object.entries(endpoints) as [EndpointName, Endpoint][];

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
  role: string;
  tokenHash: string;
  expiresAt: number;
  /** Only if the session came as a browser’s cookie. */
  csrfToken?: string;
}
type PrincipalOf<E extends Endpoint> = E['access'] extends { kind: 'key' }
  ? KeyPrincipal
  : E['access'] extends { kind: 'staff' }
    ? StaffPrincipal
    : null;

/** A request that passed all checks of the contract. */
export interface Asked<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  headers: Record<string, string | undefined>;
  principal: PrincipalOf<E>;
  requestId: string;
  now: number;
}

/**
 * The result of a route: the answer's value, or the finished body for spliced text; a stream is sent while it is made.
 */
export type Reply<E extends Endpoint> =
  | AnswerOf<E>
  | {
      rendered: { status: number; body: string | AsyncIterable<string | Uint8Array>; headers?: Record<string, string> };
    };

export type Route<E extends Endpoint> = (asked: Asked<E>) => Promise<Reply<E>>;
export type Routes = { [N in EndpointName]: Route<Endpoints[N]> };
