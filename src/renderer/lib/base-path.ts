/** Where the Portal begins in addresses: the daemon serves it under /portal, the desktop app at its own root. */
export const BASE_PATH = location.pathname.startsWith('/portal') ? '/portal' : '';
