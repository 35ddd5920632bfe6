import { type EndpointName, endpoints } from './contract.ts';
import type { Endpoint } from './endpoint.ts';

export interface ApiQuestion {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  /** The ETag of the answer that the caller has: the daemon answers 304 where it still holds. */
  etag?: string | null | undefined;
}

export interface ApiRequest {
  method: Endpoint['method'];
  /** With its query. */
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/**
 * The HTTP request of an endpoint: the Portal in the browser and on the desktop, the demo and tests build theirs here. Who
 * asks is for the caller to add. It throws where a value cannot be written into a URL or as JSON.
 */
export function apiRequest(name: EndpointName, { params = {}, query = {}, body, etag }: ApiQuestion = {}): ApiRequest {
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
