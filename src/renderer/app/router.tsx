import { createRouter, stringifySearchWith } from '@tanstack/react-router';
import { BASE_PATH } from '../lib/base-path.ts';
import { routes } from './routes.tsx';

/** The router keeps search values as text; the screens parse them (`useParsedSearch`). */
export const createPortalRouter = () =>
  createRouter({
    routeTree: routes,
    basepath: BASE_PATH || '/',
    defaultPreload: false,
    // The router's own reading would make a number of `q=2026` and a boolean of `true`.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: stringifySearchWith(String),
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}
