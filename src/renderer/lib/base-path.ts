/** The Portal's root path: `/portal` on the daemon, and empty in the desktop app. */
export const BASE_PATH = location.pathname.startsWith('/portal') ? '/portal' : '';
