/** What style elements must carry under the page's policy; whoever served the page put a fresh one in. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
