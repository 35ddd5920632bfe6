import type { IncomingMessage, ServerResponse } from 'node:http';
import { type EndpointName, endpoints } from '../contract/contract.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Answer } from './answer.ts';
import { isForBrowsers } from './cors.ts';
import type { Preflight } from './preflight.ts';
import { send, serve, splitUrl, type Traffic } from './traffic.ts';

/** The API endpoints with the most requests. Express alone would cost more than the rest of their work. */
const HOT = ['redeem', 'gameEvent'] as const satisfies EndpointName[];

export interface HotDeps {
  answer: Answer;
  preflight: Preflight;
  traffic: Traffic;
}

/**
 * Creates a function that answers requests to hot API endpoints before Express does. It returns null for other
 * requests.
 */
export function createHotRoutes({ answer, preflight, traffic }: HotDeps) {
  const byPath = new Map<string, { name: EndpointName; entry: Endpoint }>(
    HOT.map((name) => [endpoints[name].path, { name, entry: endpoints[name] }]),
  );
  return (incoming: IncomingMessage, response: ServerResponse): Promise<void> | null => {
    const found = byPath.get(splitUrl(incoming.url ?? '/')[0]);
    if (!found) return null;
    const { name, entry } = found;
    if (incoming.method === entry.method)
      return serve(traffic, incoming, response, {}, (request) => answer(name, request));
    if (incoming.method === 'OPTIONS' && isForBrowsers(entry.access))
      return preflight(incoming).then((reply) => send(traffic, response, reply));
    return null;
  };
}
