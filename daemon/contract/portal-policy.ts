/** The build writes this in place of the nonce; see build/portal-vite.mjs. */
export const PAGE_NONCE = '__NONCE__';

/**
 * The Portal's page may load its own files only. The only inline elements are style elements of its libraries, which
 * carry the nonce; no script is inline and none is made from text.
 */
export const portalPolicy = (nonce?: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${nonce === undefined ? '' : ` 'nonce-${nonce}'`}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
