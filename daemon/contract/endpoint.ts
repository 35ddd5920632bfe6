import type { z } from 'zod';
import type { RefusalCode } from './refusals.ts';

export const ROLES = ['owner', 'live_ops', 'moderator', 'finance', 'viewer'] as const;
export type Role = (typeof ROLES)[number];
export const KEY_KINDS = ['server', 'client'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];
/** The scopes to which a server key may be limited; a client key always has `events` alone. */
export const SCOPES = ['creator_codes', 'redeem', 'payments', 'events', 'analytics', 'payouts'] as const;
export type Scope = (typeof SCOPES)[number];

/** Who may call: everyone, programs by the kind of their key and its scope, or staff by role. */
export type Access =
  /** `signIn`: the body carries credentials, such as a password, a setup token or an invitation. */
  | { kind: 'public'; signIn?: true }
  | { kind: 'key'; keys: readonly KeyKind[]; scopes: readonly Scope[] }
  | { kind: 'staff'; roles: readonly Role[]; beforeTotp?: true };

/** One endpoint as data: routes, checks, roles, OpenAPI and clients are made from it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path parameters in braces: `/v1/things/{thing_id}`. */
  path: string;
  summary: string;
  access: Access;
  params?: z.ZodType;
  query?: z.ZodType;
  headers?: z.ZodType;
  body?: z.ZodType;
  /** The body may also come as text/csv: then it is in `csv`, and the other fields are missing. */
  csvBody?: true;
  /**
   * The body may be larger than others, up to this. The daemon reads it only once it knows the caller, so that strangers
   * cannot fill its memory.
   */
  maxBodyBytes?: number;
  /**
   * The body holds `events` that are read one by one: an event that cannot be read is refused alone, and amounts keep their
   * text. Here are the names of what an event may be, as the OpenAPI document has them.
   */
  events?: readonly string[];
  /** How many passwords the daemon hashes for a request at most; it bounds them for each client address. */
  hashes?: 1 | 2;
  /** A replica may answer only if it is less than this behind; 0: the primary answers. Else a setting bounds it. */
  maxBehindMs?: number;
  /** The status of success and the schema of the answer. */
  answer: { status: 200 | 201; schema: z.ZodType; type?: 'text/csv' };
  /** The schema of the answer to ?dry_run=true, which keeps nothing; its status is 200. */
  dryRun?: z.ZodType;
  /** The answer carries an ETag. If the request's If-None-Match names it, the answer is 304 without a body. */
  notModified?: true;
  /** The object in the refusal `edit_conflict`, which the endpoint gives if the request has another version than the object. */
  current?: z.ZodType;
  /** Refusals in addition to those that every endpoint may give. */
  refusals: readonly RefusalCode[];
  /** The fields that a refusal has in addition to those of every problem document. */
  refusalFields?: Partial<Record<RefusalCode, Record<string, z.ZodType>>>;
}

export const define = <E extends Endpoint>(endpoint: E): E => endpoint;

/** Every refusal of an endpoint: its own, and those that follow from its access and body. */
export const refusalsOf = ({ access, body, current, refusals }: Endpoint): RefusalCode[] => [
  'invalid_request',
  ...(access.kind === 'public' ? [] : (['unauthorized', 'forbidden'] as const)),
  ...(access.kind === 'staff' ? (['csrf'] as const) : []),
  ...(access.kind === 'staff' && !access.beforeTotp ? (['totp_setup_required'] as const) : []),
  ...(body ? (['invalid_json', 'unsupported_media_type'] as const) : []),
  'body_too_large',
  'too_many_requests',
  'internal_error',
  'unavailable',
  ...(current ? (['edit_conflict'] as const) : []),
  ...refusals,
];

/** Every answer of success that an endpoint may give. */
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
