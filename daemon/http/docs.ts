import type { Express, Response } from 'express';
import { apiPage } from './api-page.ts';
import type { AppDeps } from './app-deps.ts';
import { docsFrame } from './docs-frame.ts';
import { jsonAnswer } from './messages.ts';
import { openApiDocument } from './openapi.ts';
import type { PortalReader } from './portal-build.ts';
import { newRequestId } from './request-id.ts';
import { send } from './traffic.ts';

/** The pages run no script and fetch nothing except their pictures. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Mounts the description of the API and, next to it, the pages of the documentation that the Portal's build contains. */
export function mountDocs(app: Express, { traffic, publicUrl }: AppDeps, current: PortalReader): void {
  const sendPage = (response: Response, body: string) => {
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': POLICY };
    send(traffic, response, { status: 200, headers, body });
  };
  const help = () => current()?.help ?? new Map();
  app.get('/v1/openapi.json', (_request, response) =>
    send(traffic, response, jsonAnswer(newRequestId(), 200, JSON.stringify(openApiDocument(publicUrl())))),
  );
  app.get('/docs', (_request, response) => sendPage(response, apiPage(openApiDocument(publicUrl()), help().values())));
  app.get('/docs/*name', ({ params: { name } }, response, next) => {
    const page = help().get([name].flat().join('/'));
    if (!page) return next();
    sendPage(response, docsFrame({ ...page, body: page.html, help: help().values() }));
  });
}
