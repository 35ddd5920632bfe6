const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/;
const ROLE = 'target_session_attrs';
/** What libpq calls a server that takes writes; the daemon accepts no other, so it also takes `any` for that. */
const ROLES = ['any', 'read-write', 'primary'];

/**
 * One URL for each host of `postgres://user:pass@host1:5432,host2:5432/db`, in their order. Throws where a URL is not
 * valid, or asks for a server that takes no writes.
 */
export function hostUrls(url: string): [string, ...string[]] {
  const [, start = '', hosts = '', rest = ''] = PARTS.exec(url) ?? [];
  const [first, ...others] = hosts.split(',').map((host) => withoutRole(start + host + rest));
  return [first as string, ...others];
}

function withoutRole(url: string): string {
  const parsed = new URL(url);
  const role = parsed.searchParams.get(ROLE);
  if (role !== null && !ROLES.includes(role)) throw new Error(`${ROLE} must be one of ${ROLES.join(', ')}`);
  if (role === null) return url;
  parsed.searchParams.delete(ROLE);
  return parsed.href;
}

/** The host and port of a URL, for people: without its user and password. */
export const hostOf = (url: string): string => {
  const { hostname, port, searchParams } = new URL(url);
  return `${hostname || searchParams.get('host') || 'localhost'}:${port || 5432}`;
};
