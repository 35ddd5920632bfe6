/**
 * Returns the nonce that the page's policy requires on style elements. The server of the page (daemon or desktop app)
 * inserts a new one each time.
 */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
