const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/;
const ROLE = 'target_session_attrs';
/**
 * libpq's values for a server that accepts writes, and `any`, because the daemon only uses servers that accept writes
 * anyway.
 */
const ROLES = ['any', 'read-write', 'primary'];

/**
 * Returns one URL for each host of `postgres://user:pass@host1:5432,host2:5432/db`, in order. It throws if a URL is
 * invalid or asks for a read-only server.
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

/** Returns the host and port of a URL as people read them, without the user or password. */
export const hostOf = (url: string): string => {
  const { hostname, port, searchParams } = new URL(url);
  return `${hostname || searchParams.get('host') || 'localhost'}:${port || 5432}`;
};
