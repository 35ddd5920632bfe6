/**
 * Returns the nonce that the page's policy requires on style elements. The daemon or desktop app that serves the page
 * inserts a new nonce each time.
 */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
