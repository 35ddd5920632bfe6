const KEY = 'portal.signed-in';

/**
 * Returns whether a user might have a session in this browser. Scripts cannot read the session cookie, and a request
 * without a session would log an error in the console of every first-time visitor.
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
    // If there is no storage, the page asks the daemon each time.
  }
}
