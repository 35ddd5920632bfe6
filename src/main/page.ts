// The page's one address. Its scheme is our own, so that nothing but this app can answer under it.
export const SCHEME = 'portal';
export const ORIGIN = `${SCHEME}://app`;
export const START = `${ORIGIN}/`;

export function isPageUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.protocol === `${SCHEME}:` && url.host === 'app';
}
