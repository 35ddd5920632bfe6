import type { App, Session, WebContents } from 'electron';
import { isPageUrl, ORIGIN } from './page.ts';

/** Whatever comes to hold web content, it stays on our page: no new windows, no other addresses, no guests. */
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
    // The page has no frames, so that one that navigates is not of ours.
    if (!event.isMainFrame || !isPageUrl(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/** Copying text at a click is all that the page may ask of the browser around it. */
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

/** Under the page's policy it asks the net for nothing; this holds where the policy would not. */
export function cutOffFromNet(session: Session): void {
  session.webRequest.onBeforeRequest({ urls: ['<all_urls>'] }, ({ url }, decide) => decide({ cancel: NET.test(url) }));
}
