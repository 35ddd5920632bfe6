import type { Express, Request, Response } from 'express';
import { type EndpointName, endpointList } from '../contract/contract.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { isForBrowsers } from './cors.ts';
import type { HotDeps } from './hot-routes.ts';
import { methodNotAllowed } from './preflight.ts';
import { newRequestId, send, serve } from './traffic.ts';

/** Mounts every API endpoint of the contract in Express, with the same `answer` as the hot routes. */
export function mountEndpoints(app: Express, { answer, preflight, traffic }: HotDeps): void {
  for (const [path, entries] of byPath()) {
    const methods = entries.map(([, { method }]) => method);
    app.all(expressPath(path), async (request: Request, response: Response) => {
      const found = entries.find(([, { method }]) => method === request.method);
      // Path parameters are strings: only a wildcard would give a list, and no path of the contract has one.
      const params = request.params as Record<string, string>;
      if (found) {
        const [name, { maxBodyBytes }] = found;
        return await serve(traffic, request, response, params, (asked) => answer(name, asked), maxBodyBytes);
      }
      const browsers = entries.some(([, { access }]) => isForBrowsers(access));
      if (request.method === 'OPTIONS' && browsers) return send(traffic, response, await preflight(request));
      send(traffic, response, methodNotAllowed(methods, newRequestId()));
    });
  }
}

/** Paths with the API endpoints that share them; literal paths first, so that no parameter matches them. */
function byPath(): [string, [EndpointName, Endpoint][]][] {
  const paths = new Map<string, [EndpointName, Endpoint][]>();
  for (const [name, entry] of endpointList) paths.set(entry.path, [...(paths.get(entry.path) ?? []), [name, entry]]);
  const parameters = (path: string) => path.split('{').length;
  return [...paths].sort(([a], [b]) => parameters(a) - parameters(b));
}

const expressPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');
