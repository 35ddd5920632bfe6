import { apiKey, bearer } from './test-client.ts';

/** Calls a daemon that may have an earlier contract, so current schemas do not check its responses. */
export async function plainStaff(url: string, { email, password }: { email: string; password: string }) {
  const call = async (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  const { token } = await call('POST', '/v1/admin/session', {}, { email, password });
  const { key } = await call('POST', '/v1/admin/api-keys', bearer(token), { name: 'Game', kind: 'server' });
  return {
    key: key as string,
    staff: (method: string, path: string, body?: unknown) => call(method, `/v1/admin${path}`, bearer(token), body),
    game: (method: string, path: string, body?: unknown) => call(method, `/v1${path}`, apiKey(key), body),
  };
}
