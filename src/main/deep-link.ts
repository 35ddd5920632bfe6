import { ORIGIN } from './page.ts';

const LINK_SCHEME = 'redeemd';

/**
 * `redeemd://open/campaigns/7?tab=codes`: screen names and IDs, then a query; no host, no hash, no dots in the path.
 */
const LINK = /^redeemd:\/\/open((?:\/[\w-]{1,64}){1,6})\/?(\?(?:[\w.~=&+:,-]|%[0-9A-Fa-f]{2}){0,500})?$/;

/** Returns the page's address for an external link, or null if the link is not valid. */
export function readDeepLink(text: string): string | null {
  const [, path, query = ''] = LINK.exec(text) ?? [];
  return path === undefined ? null : ORIGIN + path + query;
}

/** Returns the link in the arguments. Windows and Linux pass it to the program as an argument. */
export function linkIn(argv: readonly string[]): string | null {
  const text = argv.find((argument) => argument.startsWith(`${LINK_SCHEME}:`));
  return text === undefined ? null : readDeepLink(text);
}
