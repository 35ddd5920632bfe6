const KEY = 'portal.signed-in';

/**
 * Remembers whether a user signed in with this browser. Scripts cannot see the session's cookie, and a request for a
 * session that does not exist would put a refusal into the console of every first visitor.
 */
export function mayBeSignedIn(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    // A browser without local storage may still keep cookies.
    return true;
  }
}

export function markSignedIn(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(KEY, 'yes');
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage, the page asks the daemon each time.
  }
}
