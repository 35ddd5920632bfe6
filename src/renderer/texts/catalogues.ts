/// <reference types="vite/client" />

/** The catalogues of languages other than English. A page loads only those of its language. */
export const catalogues = import.meta.glob<Record<string, unknown>>('./*/*.ts');
