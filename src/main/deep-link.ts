import { ORIGIN } from './page.ts';

const LINK_SCHEME = 'redeemd';

/** `redeemd://open/campaigns/7?tab=codes`: names of screens and ids, and a query; no host, no hash, no dots in the path. */
const LINK = /^redeemd:\/\/open((?:\/[\w-]{1,64}){1,6})\/?(\?(?:[\w.~=&+:,-]|%[0-9A-Fa-f]{2}){0,500})?$/;

/** The page's address of a link from outside; null where it is none of the app. */
export function readDeepLink(text: string): string | null {
  const [, path, query = ''] = LINK.exec(text) ?? [];
  return path === undefined ? null : ORIGIN + path + query;
}

/** On Windows and Linux the system starts the program with the link as an argument. */
export function linkIn(argv: readonly string[]): string | null {
  const text = argv.find((argument) => argument.startsWith(`${LINK_SCHEME}:`));
  return text === undefined ? null : readDeepLink(text);
}
