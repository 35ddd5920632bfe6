/**
 * The nonce that the page's policy requires on style elements; the server of the page (daemon or desktop app) inserts a
 * fresh one.
 */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
