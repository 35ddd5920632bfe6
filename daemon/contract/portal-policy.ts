/** The build writes this placeholder where the nonce belongs; see build/portal-vite.mjs. */
export const PAGE_NONCE = '__NONCE__';

/**
 * Returns the Portal's content security policy: pages load only their own files, and scripts are neither inline nor
 * created from text. The only inline elements are style elements of libraries, which have the nonce.
 * @param frameAncestors the origins whose pages may show this page in a frame; by default, none
 */
export const portalPolicy = (nonce?: string, frameAncestors: readonly string[] = []): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${nonce === undefined ? '' : ` 'nonce-${nonce}'`}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ')}`,
    "base-uri 'none'",
  ].join('; ');
