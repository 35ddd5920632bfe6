import { type App, net } from 'electron';
import { isLoopback } from './daemon-address.ts';

/**
 * Returns the address of vite's dev server in development mode (`npm run portal -- --dev`). Returns null in a packaged
 * app, which shows only its own files, and for a server on another machine.
 */
export function devPageUrl({ isPackaged }: Pick<App, 'isPackaged'>, named = process.env.ELECTRON_RENDERER_URL) {
  const url = isPackaged || !named ? null : URL.parse(named);
  return url?.protocol === 'http:' && isLoopback(url.hostname) ? url.href.replace(/\/?$/, '/') : null;
}

/** Returns the address of the WebSocket that notifies the page of changed modules. */
export const devSocketUrl = (devPage: string): string => devPage.replace(/^http/, 'ws');

/**
 * Fetches the page or one of its modules from the dev server. The page keeps its own origin, so the app's security
 * checks are the same as in a packaged app.
 */
export async function fetchDevPage(devPage: string, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const base = new URL(devPage).pathname;
  // The addresses of modules contain the dev server's path, but those of screens do not.
  const path = pathname.startsWith(base) ? pathname : base + pathname.slice(1);
  const { status, headers, body } = await net.fetch(new URL(path + search, devPage).href, {
    headers: { Accept: request.headers.get('accept') ?? '*/*' },
    credentials: 'omit',
  });
  return new Response(body, { status, headers: pick(headers) });
}

const KEPT = ['content-type', 'content-security-policy'];

const pick = (headers: Headers) => new Headers([...headers].filter(([name]) => KEPT.includes(name)));
