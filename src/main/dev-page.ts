import { type App, net } from 'electron';
import { isLoopback } from './daemon-address.ts';

/**
 * Where the page comes from in development mode: `npm run portal -- --dev` names vite's dev server. null in a packaged
 * app, which shows its own files alone, and for a server that is not on this machine.
 */
export function devPageUrl({ isPackaged }: Pick<App, 'isPackaged'>, named = process.env.ELECTRON_RENDERER_URL) {
  const url = isPackaged || !named ? null : URL.parse(named);
  return url?.protocol === 'http:' && isLoopback(url.hostname) ? url.href.replace(/\/?$/, '/') : null;
}

/** The address of the WebSocket that tells the page of changes. */
export const devSocketUrl = (devPage: string): string => devPage.replace(/^http/, 'ws');

/**
 * Gets the page or one of its modules from the dev server. The page keeps its own origin, so every guard of the app is
 * the same as in a package.
 */
export async function fetchDevPage(devPage: string, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const base = new URL(devPage).pathname;
  // Modules have the dev server's path in their addresses, screens do not.
  const path = pathname.startsWith(base) ? pathname : base + pathname.slice(1);
  const { status, headers, body } = await net.fetch(new URL(path + search, devPage).href, {
    headers: { Accept: request.headers.get('accept') ?? '*/*' },
    credentials: 'omit',
  });
  return new Response(body, { status, headers: pick(headers) });
}

const KEPT = ['content-type', 'content-security-policy'];

const pick = (headers: Headers) => new Headers([...headers].filter(([name]) => KEPT.includes(name)));
