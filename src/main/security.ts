import type { App, Session, WebContents } from 'electron';
import { devSocketUrl } from './dev-page.ts';
import { isPageUrl, ORIGIN } from './page.ts';

/** Restricts all web contents to the app's page: they cannot open new windows, other addresses or guest views. */
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
    // The page has no frames of its own, so no frame is allowed to navigate.
    if (!event.isMainFrame || !isPageUrl(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/** The page may write text to the clipboard after a click. It has no other permission. */
const GRANTED = ['clipboard-sanitized-write'];
/** In development mode, the page connects to the dev server's WebSocket, for which Chromium requires a permission. */
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
 * Blocks the page's requests to the network. The page's policy also forbids them, so this is a second safeguard. In
 * development mode, the dev server's WebSocket is allowed.
 */
export function cutOffFromNet(session: Session, devPage: string | null): void {
  const isDevSocket = (url: string) => devPage !== null && url.startsWith(devSocketUrl(devPage));
  session.webRequest.onBeforeRequest({ urls: ['<all_urls>'] }, ({ url }, decide) =>
    decide({ cancel: NET.test(url) && !isDevSocket(url) }),
  );
}

/** Refuses downloads, because the main process saves all files through the system's dialog. */
export const refuseDownloads = (session: Session): void => {
  session.on('will-download', (event) => event.preventDefault());
};
