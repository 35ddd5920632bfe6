import { type EndpointName, endpoints } from './contract.ts';
import type { Endpoint } from './endpoint.ts';

export interface ApiInput {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  /** The ETag of the caller's copy. If the copy is still current, the daemon responds with 304. */
  etag?: string | null | undefined;
}

export interface ApiRequest {
  method: Endpoint['method'];
  /** The path, including the query. */
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/**
 * Builds the HTTP request for an endpoint, for the Portal, the demo and tests. The caller adds the credentials.
 * @throws if a value cannot be written in a URL or as JSON
 */
export function apiRequest(name: EndpointName, { params = {}, query = {}, body, etag }: ApiInput = {}): ApiRequest {
  const { method, path }: Endpoint = endpoints[name];
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value));
  const inPath = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key])));
  return {
    method,
    path: search.size > 0 ? `${inPath}?${search}` : inPath,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(etag ? { 'If-None-Match': etag } : {}),
    },
    body: body === undefined ? null : JSON.stringify(body),
  };
}
