import type { Express, Response } from 'express';
import type { ApiDocument } from '../contract/api-document.ts';
import type { AppDeps } from './app-deps.ts';
import { docsFrame } from './docs-frame.ts';
import { jsonAnswer } from './messages.ts';
import { apiPage } from './openapi/api-page.ts';
import { brunoZip } from './openapi/bruno.ts';
import { openApiDocument } from './openapi/document.ts';
import { sendFile } from './portal.ts';
import type { PortalReader } from './portal-build.ts';
import { newRequestId } from './request-id.ts';
import { send } from './traffic.ts';

/** The pages run no scripts and load nothing but their own images. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** The API page may run the daemon's own script, which sends requests to the daemon. */
const POLICY_WITH_SCRIPT = `${POLICY}; script-src 'self'; connect-src 'self'`;
const SCRIPT = 'docs/try-requests.js';

/** Mounts the description of the API, and the pages of the documentation that the Portal's build contains. */
export function mountDocs(app: Express, { traffic, publicUrl }: AppDeps, current: PortalReader): void {
  const sendPage = (response: Response, body: string, policy = POLICY) => {
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy };
    send(traffic, response, { status: 200, headers, body });
  };
  const described = keepingLast((url) => {
    const document = openApiDocument(url) as unknown as ApiDocument;
    return { document, text: JSON.stringify(document) };
  });
  const zipped = keepingLast((url) => brunoZip(described(url).document));
  const help = () => current()?.help ?? new Map();
  app.get('/v1/openapi.json', (_request, response) =>
    send(traffic, response, jsonAnswer(newRequestId(), 200, described(publicUrl()).text)),
  );
  app.get('/docs', (_request, response) =>
    sendPage(response, apiPage(described(publicUrl()).document, help().values()), POLICY_WITH_SCRIPT),
  );
  app.get(`/${SCRIPT}`, (request, response, next) => {
    const build = current();
    if (!build?.names.has(SCRIPT)) return next();
    sendFile(request, response, build, SCRIPT);
  });
  app.get('/docs/redeemd-bruno.zip', async (_request, response) => {
    const headers = { 'Content-Type': 'application/zip' };
    send(traffic, response, { status: 200, headers, body: await zipped(publicUrl()) });
  });
  app.get('/docs/*name', ({ params: { name } }, response, next) => {
    const page = help().get([name].flat().join('/'));
    if (!page) return next();
    sendPage(response, docsFrame({ ...page, body: page.html, help: help().values() }));
  });
}

/**
 * Returns a function that keeps its last result: the description takes 0.1 s to create, and the public URL rarely
 * changes.
 */
function keepingLast<T>(make: (key: string) => T) {
  let last: { key: string; value: T } | undefined;
  return (key: string): T => {
    if (last?.key !== key) last = { key, value: make(key) };
    return last.value;
  };
}
