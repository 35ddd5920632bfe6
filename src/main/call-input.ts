import type { z } from 'zod';
import { type EndpointName, endpointList, endpoints } from '../../daemon/contract/contract.ts';
import type { Endpoint } from '../../daemon/contract/endpoint.ts';
import { fieldFault } from '../../daemon/contract/field-faults.ts';
import { type ApiInput, type ApiRequest, apiRequest } from '../../daemon/contract/request.ts';
import { fieldFaultsOf } from '../../daemon/contract/schema-faults.ts';
import { INVALID, type Refused, refused } from './problems.ts';

export type AnyCallInput = Omit<ApiInput, 'params'> & { params?: Record<string, string | number> | undefined };
export type ReadyRequest = { ok: true } & ApiRequest;

/** These endpoints open, affect or end a session, so the page cannot call them by name. */
const SESSION_ENDPOINTS: readonly EndpointName[] = [
  'setup',
  'signIn',
  'acceptInvitation',
  'enterWithCompany',
  'challengePasskey',
  'enterWithPasskey',
  'getSession',
  'signOut',
  'changePassword',
  'openCreatorPage',
  'requestCreatorLink',
  'confirmOwnEmail',
];
/**
 * The endpoints that the page may call by name: the admin API without the session endpoints. The app has no API key and
 * no creator, so endpoints for programs and for the creator page are left out.
 */
export const CALLABLE = endpointList
  .filter(
    ([name, { access }]) => access.kind !== 'key' && access.kind !== 'creator' && !SESSION_ENDPOINTS.includes(name),
  )
  .map(([name]) => name);

/** Builds a request only from the contract and from values that its schemas accept. */
export function parseCall(name: EndpointName, { params, query, body, etag }: AnyCallInput): ReadyRequest | Refused {
  const entry: Endpoint = endpoints[name];
  const inPath = asTexts(params);
  const inQuery = asTexts(query);
  const errors = [
    ...faultsOf(entry.params, inPath, '#/path'),
    ...faultsOf(entry.query, inQuery, '#/query'),
    ...faultsOf(entry.body, body, ''),
    ...Object.keys(inPath)
      // URL parsers treat these values as steps up the path, even in escaped form.
      .filter((key) => /^\.{1,2}$/.test(inPath[key] ?? ''))
      .map((key) => fieldFault('#/path', [key], 'not_in_path')),
  ];
  if (errors.length > 0) return refused({ ...INVALID, errors });
  try {
    return { ok: true, ...apiRequest(name, { params: inPath, query: inQuery, body, etag }) };
  } catch {
    return refused(INVALID); // the path contains a lone surrogate, or the body a cycle or a bigint
  }
}

/** Converts values to text, as in the URL, so that the app checks the same values that the daemon will read. */
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
    return isEmpty ? [] : [fieldFault(root, [], 'unknown')];
  }
  const read = schema.safeParse(value);
  return read.error ? fieldFaultsOf(read.error, root) : [];
}
