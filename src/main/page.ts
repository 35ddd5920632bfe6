// The page's only origin. The app registers this scheme, so no other program can serve the page.
export const SCHEME = 'portal';
export const ORIGIN = `${SCHEME}://app`;
export const START = `${ORIGIN}/`;

export function isPageUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.protocol === `${SCHEME}:` && url.host === 'app';
}
