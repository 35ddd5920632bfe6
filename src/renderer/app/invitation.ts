/**
 * The token of an invitation's link, `/portal/#invitation=…`. It is removed from the address, so that it does not stay
 * in the history.
 */
export function takeInvitation(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('invitation');
  if (token !== null) history.replaceState(null, '', location.pathname + location.search);
  return token;
}
