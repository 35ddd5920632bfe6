/** What the build writes where the nonce belongs; see build/portal-vite.mjs. */
export const PAGE_NONCE = '__NONCE__';

/**
 * What the Portal's page may load and run: its own files, and nothing inline but the style elements of its own libraries,
 * which carry the nonce. No script is inline and none is made from text.
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
