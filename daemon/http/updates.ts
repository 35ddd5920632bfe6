import type { Express } from 'express';
import send from 'send';
import { problemAnswer } from './messages.ts';
import { newRequestId } from './request-id.ts';
import { send as answer, type Traffic } from './traffic.ts';

/** Matches the names that electron-builder creates, but not folders or hidden files. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._ -]{0,200}$/;

interface UpdateParts {
  traffic: Traffic;
  /** The folder of the updates; undefined if there are none. */
  updatesFolder: string | undefined;
}

/**
 * Serves the versions of the desktop app that the operator put into a folder. They are public, because the app requests
 * them before anyone signs in; there is no list of them.
 */
export function mountUpdates(app: Express, { traffic, updatesFolder }: UpdateParts): void {
  app.get('/updates/:name', (request, response) => {
    const { name } = request.params;
    const missing = () => {
      const detail = 'This file of the desktop app does not exist.';
      answer(traffic, response, problemAnswer({ code: 'not_found', detail }, newRequestId()));
    };
    if (updatesFolder === undefined || !NAME.test(name)) return missing();
    // The .yml file contains the number of the newest version, so the app must request it each time. The other files
    // never change.
    response.setHeader('Cache-Control', name.endsWith('.yml') ? 'no-cache' : 'public, max-age=86400');
    send(request, `/${encodeURIComponent(name)}`, { root: updatesFolder, index: false, dotfiles: 'deny' })
      .on('error', missing)
      .on('directory', missing)
      .pipe(response);
  });
}
