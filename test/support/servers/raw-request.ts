import { type Agent, request } from 'node:http';

export interface RawRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Keeps connections open; by default, each request has its own. */
  agent?: Agent;
}
export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** The body, if it is JSON. */
  json: Record<string, unknown>;
}

/** Sends a request with exactly these bytes and headers. `fetch` would correct them, but a hostile client would not. */
export function rawRequest(
  baseUrl: string,
  { method = 'POST', path, headers, body, agent }: RawRequest,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl);
    const outgoing = request({ hostname, port, method, path, headers, agent: agent ?? false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const isJson = incoming.headers['content-type']?.includes('json');
        const json = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, json });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
