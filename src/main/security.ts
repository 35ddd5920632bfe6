import type { App, Session, WebContents } from 'electron';
import { devSocketUrl } from './dev-page.ts';
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
const GRANTED = ['clipboard-sanitized-write'];
/** In development mode the page also connects to the dev server's WebSocket, which Chromium asks about. */
const GRANTED_IN_DEVELOPMENT = [...GRANTED, 'loopback-network', 'local-network-access'];
const NET = /^(?:https?|wss?|ftp|file):/i;

export function refusePermissions(session: Session, devPage: string | null): void {
  const granted = devPage === null ? GRANTED : GRANTED_IN_DEVELOPMENT;
  session.setPermissionRequestHandler((contents, permission, decide, { isMainFrame }) =>
    decide(granted.includes(permission) && isMainFrame && isPageUrl(contents.getURL())),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, origin, { isMainFrame }) =>
      granted.includes(permission) && isMainFrame && origin.replace(/\/$/, '') === ORIGIN,
  );
  session.setDevicePermissionHandler(() => false);
}

/**
 * The page's policy already forbids requests to the network; this blocks them if the policy fails. In development mode
 * the page may reach the dev server's WebSocket.
 */
export function cutOffFromNet(session: Session, devPage: string | null): void {
  const isDevSocket = (url: string) => devPage !== null && url.startsWith(devSocketUrl(devPage));
  session.webRequest.onBeforeRequest({ urls: ['<all_urls>'] }, ({ url }, decide) =>
    decide({ cancel: NET.test(url) && !isDevSocket(url) }),
  );
}

/** Files are saved through the system's dialog alone, by the main process. */
export const refuseDownloads = (session: Session): void => {
  session.on('will-download', (event) => event.preventDefault());
};
