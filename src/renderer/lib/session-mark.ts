const KEY = 'portal.signed-in';

/**
 * Whether somebody signed in here. The session's cookie is hidden from scripts, and asking the daemon after one that is
 * not there puts a refusal into the console of every first visitor.
 */
export function mayBeSignedIn(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    // A browser that keeps nothing may still keep cookies.
    return true;
  }
}

export function markSignedIn(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(KEY, 'yes');
    else localStorage.removeItem(KEY);
  } catch {
    // Then the daemon is asked each time.
  }
}
