import type { App, Session, WebContents } from 'electron';
import { isPageUrl, ORIGIN } from './page.ts';

/** Keeps every web content on our page: no new windows, no other addresses, no guest views. */
export const hardenEveryContents = (app: App): void => {
  app.on('web-contents-created', (_event, contents) => hardenContents(contents));
};

function hardenContents(contents: WebContents) {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-navigate', (event) => {
    if (!isPageUrl(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isPageUrl(event.url)) event.preventDefault();
  });
  contents.on('will-frame-navigate', (event) => {
    // Our page has no frames, so a frame that navigates is not ours.
    if (!event.isMainFrame || !isPageUrl(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/** The page may only write text to the clipboard after a click; it gets no other permission. */
const GRANTED = 'clipboard-sanitized-write';
const NET = /^(?:https?|wss?|ftp|file):/i;

export function refusePermissions(session: Session): void {
  session.setPermissionRequestHandler((contents, permission, decide, { isMainFrame }) =>
    decide(permission === GRANTED && isMainFrame && isPageUrl(contents.getURL())),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, origin, { isMainFrame }) =>
      permission === GRANTED && isMainFrame && origin.replace(/\/$/, '') === ORIGIN,
  );
  session.setDevicePermissionHandler(() => false);
}

/** The page's policy already forbids requests to the network; this blocks them if the policy fails. */
export function cutOffFromNet(session: Session): void {
  session.webRequest.onBeforeRequest({ urls: ['<all_urls>'] }, ({ url }, decide) => decide({ cancel: NET.test(url) }));
}

/** Files are saved through the system's dialog alone, by the main process. */
export const refuseDownloads = (session: Session): void => {
  session.on('will-download', (event) => event.preventDefault());
};
