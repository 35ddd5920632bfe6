import { createRouter, stringifySearchWith } from '@tanstack/react-router';
import { BASE_PATH } from '../lib/base-path.ts';
import { routes } from './routes.tsx';

/** Creates the router. It keeps search values as text, and the screens parse them (`useParsedSearch`). */
export const createPortalRouter = () =>
  createRouter({
    routeTree: routes,
    basepath: BASE_PATH || '/',
    defaultPreload: false,
    // The default parser would turn `q=2026` into a number and `true` into a boolean.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: stringifySearchWith(String),
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}
