/// <reference types="vite/client" />

/** Catalogues for languages other than English. A page loads only the catalogues for its language. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./*/*.ts');
