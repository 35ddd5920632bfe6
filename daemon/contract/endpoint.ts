import type { z } from 'zod';
import type { RefusalCode } from './refusals.ts';

export const ROLES = ['owner', 'live_ops', 'moderator', 'finance', 'viewer'] as const;
export type Role = (typeof ROLES)[number];
export const KEY_KINDS = ['server', 'client'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];
/** The scopes of server keys; a client key always has only `events`. */
export const SCOPES = ['creator_codes', 'creators', 'redeem', 'payments', 'events', 'analytics', 'payouts'] as const;
export type Scope = (typeof SCOPES)[number];
/** The creator on the page itself or in a frame on a game's page, or staff who view the page. */
export const CREATOR_SESSIONS = ['page', 'embed', 'view'] as const;
export type CreatorSession = (typeof CREATOR_SESSIONS)[number];

/**
 * Who may call: everyone, programs by the kind and scope of their key, staff by role, or creators on their own page.
 */
export type Access =
  /** `signIn`: the body contains credentials, such as a password, a setup token or an invitation. */
  | { kind: 'public'; signIn?: true }
  | { kind: 'creator'; sessions: readonly CreatorSession[] }
  | { kind: 'key'; keys: readonly KeyKind[]; scopes: readonly Scope[] }
  /**
   * `perGame`: people limited to some games may also call the endpoint, which then shows and changes only what belongs
   * to these games. Otherwise, these people may not call it. `bySession`: the endpoint cannot be called with a script's
   * access token.
   */
  | { kind: 'staff'; roles: readonly Role[]; beforeTotp?: true; perGame?: true; bySession?: true };

/** An endpoint as data, from which routes, validation, roles, OpenAPI and clients are derived. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path parameters in braces: `/v1/things/{thing_id}`. */
  path: string;
  summary: string;
  access: Access;
  params?: z.ZodType;
  query?: z.ZodType;
  headers?: z.ZodType;
  body?: z.ZodType;
  /** Whether the body may also be text/csv, which becomes the field `csv`. There are then no other fields. */
  csvBody?: true;
  /**
   * The maximum body size, if it is larger than the default. The daemon authenticates the caller before it reads the
   * body, so unknown clients cannot fill its memory.
   */
  maxBodyBytes?: number;
  /**
   * The OpenAPI schema names of the items in the body's `events`. Items are parsed one by one: an unreadable event is
   * refused separately, and amounts keep their text.
   */
  events?: readonly string[];
  /** The maximum number of passwords that one request hashes. The daemon limits such hashing per client address. */
  hashes?: 1 | 2;
  /**
   * The maximum lag of a replica that may respond; 0 means that only the primary may. If absent, a setting limits the
   * lag.
   */
  maxBehindMs?: number;
  /** The status and schema of the success response. */
  answer: { status: 200 | 201 | 202; schema: z.ZodType; type?: 'text/csv' };
  /** The schema of the response to ?dry_run=true, which stores nothing and has status 200. */
  dryRun?: z.ZodType;
  /** Whether responses have an ETag. If it matches the request's If-None-Match, the response is 304 without a body. */
  notModified?: true;
  /**
   * The object in the refusal `edit_conflict`, which is sent if the request's version differs from the object's.
   */
  current?: z.ZodType;
  /** Refusals in addition to those that the endpoint's access and body imply. */
  refusals: readonly RefusalCode[];
  /** Fields of a refusal in addition to those of every problem document. */
  refusalFields?: Partial<Record<RefusalCode, Record<string, z.ZodType>>>;
}

export const define = <E extends Endpoint>(endpoint: E): E => endpoint;

/** Lists all refusals of an endpoint: its own, and those that its access and body imply. */
export const refusalsOf = ({ access, body, current, refusals }: Endpoint): RefusalCode[] => [
  'invalid_request',
  ...(access.kind === 'public' ? [] : (['unauthorized'] as const)),
  ...(access.kind === 'public' || isForEach(access) ? [] : (['forbidden'] as const)),
  ...(access.kind === 'staff' || access.kind === 'creator' ? (['csrf'] as const) : []),
  ...(access.kind === 'staff' && !access.beforeTotp ? (['totp_setup_required'] as const) : []),
  ...(body ? (['invalid_json', 'unsupported_media_type'] as const) : []),
  'body_too_large',
  'too_many_requests',
  'internal_error',
  'unavailable',
  ...(current ? (['edit_conflict'] as const) : []),
  ...refusals,
];

/** Lists all success responses of an endpoint. */
export const answersOf = ({ answer, dryRun }: Endpoint): Pick<Endpoint['answer'], 'status' | 'schema'>[] => [
  answer,
  ...(dryRun ? [{ status: 200 as const, schema: dryRun }] : []),
];

type Parsed<E, K extends string> = E extends { [P in K]: z.ZodType } ? z.output<E[K & keyof E] & z.ZodType> : undefined;

export type ParamsOf<E extends Endpoint> = Parsed<E, 'params'>;
export type QueryOf<E extends Endpoint> = Parsed<E, 'query'>;
export type BodyOf<E extends Endpoint> = Parsed<E, 'body'>;
export type DryRunOf<E> = E extends { dryRun: infer S extends z.ZodType } ? z.output<S> : never;
export type AnswerOf<E extends Endpoint> = z.output<E['answer']['schema']> | DryRunOf<E>;

/** Returns whether creator sessions of every kind may call the endpoint. */
const isForEach = (access: Access) => access.kind === 'creator' && access.sessions.length === CREATOR_SESSIONS.length;
