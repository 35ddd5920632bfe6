import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import helmet from 'helmet';
import { API_VERSION } from '../contract/environment.ts';
import type { Problem } from '../contract/refusals.ts';
import { VERSION } from '../lib/version.ts';
import type { AppDeps } from './app-deps.ts';
import { mountCompanyPages } from './company-pages.ts';
import { mountCreatorPage } from './creator-page.ts';
import { mountDocs } from './docs.ts';
import { mountMcp } from './mcp/mount-mcp.ts';
import { jsonAnswer, problemAnswer } from './messages.ts';
import { mayReadMetrics } from './metrics.ts';
import { mountEndpoints } from './mount.ts';
import { mountPortal } from './portal.ts';
import { createPortalReader } from './portal-build.ts';
import { problemOf } from './problem-of.ts';
import { createReadiness } from './readiness.ts';
import { newRequestId, requestIdOf } from './request-id.ts';
import { mountSdk, mountSdkPackage } from './sdk.ts';
import { send } from './traffic.ts';
import { mountUnsubscribe } from './unsubscribe-page.ts';
import { mountUpdates } from './updates.ts';

/** Mounts everything except the hot routes. The order matters, because Express uses the first match. */
export function createApp(deps: AppDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('strict routing');
  app.enable('case sensitive routing');
  app.set('query parser', false);
  const contentSecurityPolicy = { useDefaults: false, directives: { defaultSrc: ["'none'"] } };
  // The proxy terminates TLS, so the proxy also sets Strict-Transport-Security.
  app.use(helmet({ contentSecurityPolicy, strictTransportSecurity: false }));
  mountHealth(app, deps);
  const portal = createPortalReader();
  mountDocs(app, deps, portal);
  mountCompanyPages(app, deps);
  mountPortal(app, portal);
  mountCreatorPage(app, portal, deps.frameOrigins);
  mountUnsubscribe(app, deps);
  mountSdk(app, deps);
  mountSdkPackage(app, deps);
  mountUpdates(app, deps);
  mountMcp(app, deps);
  mountEndpoints(app, deps);
  app.use((request: Request, response: Response) => {
    send(
      deps.traffic,
      response,
      problemAnswer({ code: 'not_found', detail: 'This path does not exist.' }, requestIdOf(request.headers)),
    );
  });
  app.use(createErrorHandler(deps));
  return app;
}

function mountHealth(app: Express, { db, writeFault, isLost, traffic, metrics, metricsToken, environment }: AppDeps) {
  const about = {
    version: VERSION,
    api: API_VERSION,
    environment: environment.name,
    environment_colour: environment.colour,
  };
  app.get('/healthz', (_request, response) => send(traffic, response, statusAnswer('ok', about)));
  const whyNotReady = createReadiness({ db, traffic, writeFault, isLost });
  app.get('/readyz', async (_request, response) => {
    const detail = await whyNotReady();
    const refused = detail !== null && problemAnswer({ code: 'unavailable', detail }, newRequestId());
    send(traffic, response, refused || statusAnswer('ready'));
  });
  app.get('/metrics', async (request, response, next) => {
    if (!mayReadMetrics(request, request.socket.remoteAddress ?? '', metricsToken)) return next();
    const { type, text } = await metrics.render((await whyNotReady()) === null);
    send(traffic, response, {
      status: 200,
      headers: { 'Content-Type': type, 'Cache-Control': 'no-store' },
      body: text,
    });
  });
}

const statusAnswer = (status: string, about: object = {}) =>
  jsonAnswer(newRequestId(), 200, JSON.stringify({ status, ...about }));

/** Creates the error handler, which Express recognises by its four parameters. */
function createErrorHandler({ log, traffic }: AppDeps) {
  return (error: unknown, request: Request, response: Response, _next: NextFunction) => {
    const requestId = requestIdOf(request.headers);
    const problem = isCallersFault(error) ? INVALID_PATH : problemOf(error);
    if (problem.code === 'internal_error') log.error('internal_error', { requestId, error });
    send(traffic, response, problemAnswer(problem, requestId));
  };
}

const INVALID_PATH: Problem = { code: 'invalid_request', detail: 'The path is not valid.' };

/** Returns whether Express could not decode the path. */
const isCallersFault = (error: unknown) =>
  error instanceof URIError || (error instanceof Error && 'status' in error && error.status === 400);
