import type { Express } from 'express';
import send from 'send';
import { problemAnswer } from './messages.ts';
import { newRequestId } from './request-id.ts';
import { send as answer, type Traffic } from './traffic.ts';

/** Names as electron-builder gives them; no folder, no hidden file. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._ -]{0,200}$/;

interface UpdateParts {
  traffic: Traffic;
  /** undefined: there are no updates here. */
  updatesFolder: string | undefined;
}

/**
 * The versions of the desktop app, as the operator put them into a folder. Everybody may read them, as the app asks before
 * anyone signs in; there is no list of them.
 */
export function mountUpdates(app: Express, { traffic, updatesFolder }: UpdateParts): void {
  app.get('/updates/:name', (request, response) => {
    const { name } = request.params;
    const missing = () => {
      const detail = 'There is no such file of the desktop app.';
      answer(traffic, response, problemAnswer({ code: 'not_found', detail }, newRequestId()));
    };
    if (updatesFolder === undefined || !NAME.test(name)) return missing();
    // The file that names the newest version must be asked for each time; a version never changes its bytes.
    response.setHeader('Cache-Control', name.endsWith('.yml') ? 'no-cache' : 'public, max-age=86400');
    send(request, `/${encodeURIComponent(name)}`, { root: updatesFolder, index: false, dotfiles: 'deny' })
      .on('error', missing)
      .on('directory', missing)
      .pipe(response);
  });
}
