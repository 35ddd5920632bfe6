import { codeUrl } from '../../../daemon/contract/code-values.ts';

/** The root URL with the code in its query, as the daemon makes it; null while the root URL is not a URL. */
export function previewCodeUrl(rootUrl: string, code: string): string | null {
  if (!/^https?:\/\//i.test(rootUrl) || !URL.canParse(rootUrl)) return null;
  return codeUrl(rootUrl, code.trim() || 'CODE');
}
