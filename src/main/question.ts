import type { z } from 'zod';
import { type EndpointName, endpointList, endpoints } from '../../daemon/contract/contract.ts';
import type { Endpoint } from '../../daemon/contract/endpoint.ts';
import { type ApiQuestion, type ApiRequest, apiRequest } from '../../daemon/contract/request.ts';
import { INVALID, type Refused, refused } from './problems.ts';

export type AnyQuestion = Omit<ApiQuestion, 'params'> & { params?: Record<string, string | number> | undefined };
export type ReadyRequest = { ok: true } & ApiRequest;

/** Their answers carry a token or are about one: they have questions of their own. */
const SESSION_ENDPOINTS: readonly EndpointName[] = [
  'setup',
  'signIn',
  'acceptInvitation',
  'getSession',
  'signOut',
  'changePassword',
];
/** What the page may call by name: the admin API but for the session. Programs' endpoints want a key, which nobody has here. */
export const CALLABLE = endpointList
  .filter(([name, { access }]) => access.kind === 'staff' && !SESSION_ENDPOINTS.includes(name))
  .map(([name]) => name);

/** A request made from the contract alone, of what its schemas let through. */
export function readQuestion(name: EndpointName, { params, query, body, etag }: AnyQuestion): ReadyRequest | Refused {
  const entry: Endpoint = endpoints[name];
  const inPath = asTexts(params);
  const inQuery = asTexts(query);
  const errors = [
    ...faultsOf(entry.params, inPath, '#/path'),
    ...faultsOf(entry.query, inQuery, '#/query'),
    ...faultsOf(entry.body, body, ''),
    ...Object.keys(inPath)
      // A URL's parser takes these for steps up, also when they are escaped.
      .filter((key) => /^\.{1,2}$/.test(inPath[key] ?? ''))
      .map((key) => ({ pointer: `#/path/${key}`, detail: 'cannot stand in a path' })),
  ];
  if (errors.length > 0) return refused({ ...INVALID, errors });
  try {
    return { ok: true, ...apiRequest(name, { params: inPath, query: inQuery, body, etag }) };
  } catch {
    return refused(INVALID); // half a surrogate pair in the path; a circle or a bigint in the body
  }
}

/** As they will stand in the URL, so that they are checked as the daemon will read them. */
const asTexts = (values: Record<string, unknown> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, String(value)]),
  );

function faultsOf(schema: z.ZodType | undefined, value: unknown, root: string) {
  if (!schema) {
    const isEmpty =
      value === undefined || (typeof value === 'object' && Object.keys(value ?? { null: 1 }).length === 0);
    return isEmpty ? [] : [{ pointer: root, detail: 'unknown' }];
  }
  const read = schema.safeParse(value);
  return (read.error?.issues ?? []).map(({ path, message }) => ({
    pointer: root + path.map((part) => `/${String(part)}`).join(''),
    detail: message,
  }));
}
