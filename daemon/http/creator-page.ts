import type { Express, Request, Response } from 'express';
import { portalPolicy } from '../contract/portal-policy.ts';
import { sendFile, sendGone, sendHtml, sendMissing } from './portal.ts';
import type { PortalReader } from './portal-build.ts';
import { splitUrl } from './traffic.ts';

/** Mounts the creator page, and a version of it that pages from the given origins can show in a frame. */
export function mountCreatorPage(
  app: Express,
  current: PortalReader,
  frameOrigins: () => Promise<readonly string[]>,
): void {
  app.get('/creator/', (_request, response) =>
    response.writeHead(308, { Location: '/creator', 'Content-Length': 0 }).end(),
  );
  app.get('/creator', (_request, response) => sendPage(response, current, portalPolicy()));
  app.get('/creator/embed', async (_request, response) => {
    const policy = portalPolicy(undefined, await frameOrigins());
    // The policy lists the origins; this older header cannot list any.
    response.removeHeader('X-Frame-Options');
    sendPage(response, current, policy);
  });
  app.get(/^\/creator\/assets\/.+$/, (request: Request, response: Response) => {
    const build = current();
    const name = splitUrl(request.url)[0].slice(1);
    if (!build?.names.has(name)) return sendGone(response);
    sendFile(request, response, build, name);
  });
}

function sendPage(response: Response, current: PortalReader, policy: string) {
  const page = current()?.creatorPage;
  if (!page) return sendMissing(response);
  sendHtml(response, 200, page, policy);
}
