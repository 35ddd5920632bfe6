/** The placeholder that the build writes for the nonce; see build/portal-vite.mjs. */
export const PAGE_NONCE = '__NONCE__';

/**
 * Returns the Portal's policy: pages load only their own files, and scripts are neither inline nor created from text.
 * The only inline elements are style elements of libraries, which have the nonce.
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
