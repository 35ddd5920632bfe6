import { codeUrl } from '../../../daemon/contract/code-values.ts';

/** Returns the root URL with the code in its query, as the daemon builds it; null if the root URL is not valid. */
export function previewCodeUrl(rootUrl: string, code: string): string | null {
  if (!/^https?:\/\//i.test(rootUrl) || !URL.canParse(rootUrl)) return null;
  return codeUrl(rootUrl, code.trim() || 'CODE');
}
