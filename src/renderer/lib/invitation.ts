/** The token of an invitation's link, `/portal/#invitation=…`; taken out of the address, where it would stay in the history. */
export function takeInvitation(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('invitation');
  if (token !== null) history.replaceState(null, '', location.pathname + location.search);
  return token;
}
