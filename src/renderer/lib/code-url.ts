/** The root URL with the code in its query, as the daemon makes it; null while the root URL is not a URL. */
export function previewCodeUrl(rootUrl: string, code: string): string | null {
  if (!/^https?:\/\//i.test(rootUrl) || !URL.canParse(rootUrl)) return null;
  const url = new URL(rootUrl);
  url.searchParams.set('code', code.trim() || 'CODE');
  return url.toString();
}

/** The normal form in which the daemon compares codes. */
export const normalizeCode = (typed: string) =>
  typed
    .trim()
    .normalize('NFKC')
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase());

export const isCodeValue = (norm: string) => /^[A-Z0-9_-]{3,64}$/.test(norm);
