import { ORIGIN } from './page.ts';

const LINK_SCHEME = 'redeemd';

/**
 * Matches links such as `redeemd://open/campaigns/7?tab=codes`: screen names and IDs, then an optional query. The path
 * must not contain dots, and a hash is not allowed.
 */
const LINK = /^redeemd:\/\/open((?:\/[\w-]{1,64}){1,6})\/?(\?(?:[\w.~=&+:,-]|%[0-9A-Fa-f]{2}){0,500})?$/;

/** Returns the page's address for a link from outside the app, or null if the link is not valid. */
export function readDeepLink(text: string): string | null {
  const [, path, query = ''] = LINK.exec(text) ?? [];
  return path === undefined ? null : ORIGIN + path + query;
}

/** Returns the page's address for the link in the command-line arguments, where Windows and Linux put it. */
export function linkIn(argv: readonly string[]): string | null {
  const text = argv.find((argument) => argument.startsWith(`${LINK_SCHEME}:`));
  return text === undefined ? null : readDeepLink(text);
}
