/**
 * Returns the token of an invitation link, `/portal/#invitation=…`, and removes it from the address, so that it does
 * not stay in the browser's history.
 */
export function takeInvitation(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('invitation');
  if (token !== null) history.replaceState(null, '', location.pathname + location.search);
  return token;
}
