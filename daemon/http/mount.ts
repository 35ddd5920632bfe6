import type { Express, NextFunction, Request, Response } from 'express';
import { type EndpointName, endpointList } from '../contract/contract.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { groupBy } from '../lib/group-by.ts';
import { isForBrowsers } from './cors.ts';
import type { HotDeps } from './hot-routes.ts';
import { methodNotAllowed } from './preflight.ts';
import { requestIdOf } from './request-id.ts';
import { send, serve } from './traffic.ts';

/** Mounts every API endpoint of the contract in Express, with the same `answer` as the hot routes. */
export function mountEndpoints(app: Express, { answer, preflight, traffic }: HotDeps): void {
  for (const { path, entries, methods, widerMethods } of mounts) {
    app.all(expressPath(path), async (request: Request, response: Response, next: NextFunction) => {
      const found = entries.find(([, { method }]) => method === request.method);
      // Path parameters are strings: only a wildcard would give a list, and no path of the contract has one.
      const params = request.params as Record<string, string>;
      if (found) {
        const [name, { maxBodyBytes }] = found;
        return await serve(traffic, request, response, params, (asked) => answer(name, asked), maxBodyBytes);
      }
      if (widerMethods.has(request.method as Endpoint['method'])) return next();
      const browsers = entries.some(([, { access }]) => isForBrowsers(access));
      if (request.method === 'OPTIONS' && browsers) return send(traffic, response, await preflight(request));
      send(traffic, response, methodNotAllowed(methods, requestIdOf(request.headers)));
    });
  }
}

/** Groups the API endpoints by path. Literal paths come first, so that they do not match a path with parameters. */
function byPath(): [string, [EndpointName, Endpoint][]][] {
  const parameters = (path: string) => path.split('{').length;
  return [...groupBy(endpointList, ([, { path }]) => path)].sort(([a], [b]) => parameters(a) - parameters(b));
}

const paths = byPath();

/**
 * `creators/import` also matches `creators/{creator_id}`, which handles the methods that `creators/import` does not
 * have.
 */
const mounts = paths.map(([path, entries]) => {
  const wider = paths.filter(([other]) => other !== path && isMatchedBy(path, other));
  const widerMethods = new Set(wider.flatMap(([, others]) => others.map(([, { method }]) => method)));
  const methods = [...new Set([...entries.map(([, { method }]) => method), ...widerMethods])];
  return { path, entries, methods, widerMethods };
});

const expressPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** Returns whether a pattern with parameters also matches a path. */
function isMatchedBy(path: string, pattern: string): boolean {
  const parts = path.split('/');
  const wanted = pattern.split('/');
  return parts.length === wanted.length && wanted.every((part, at) => part.startsWith('{') || part === parts[at]);
}
