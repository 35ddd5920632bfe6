/** The session cookie that Electron sends with a request unless the request omits credentials. */
export const JAR_COOKIE = 'jar=of-the-app';

const NAMES: Record<string, string> = {
  ECONNREFUSED: 'net::ERR_CONNECTION_REFUSED',
  ENOTFOUND: 'net::ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'net::ERR_NAME_NOT_RESOLVED',
  ECONNRESET: 'net::ERR_CONNECTION_RESET',
  UND_ERR_SOCKET: 'net::ERR_EMPTY_RESPONSE',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'net::ERR_CERT_AUTHORITY_INVALID',
};

/** Works like Electron's `net.fetch`: it sends the session's cookies and reports failures under Chromium's names. */
export async function fetchAsElectron(url: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (init.credentials !== 'omit') headers.set('Cookie', JAR_COOKIE);
  try {
    return await fetch(url, { ...init, headers });
  } catch (error) {
    if (init.signal?.aborted) throw init.signal.reason;
    const { code = '', message = '' } = ((error as Error).cause ?? {}) as { code?: string; message?: string };
    if (/redirect/.test(message)) throw new Error("Attempted to redirect, but redirect policy was 'error'");
    throw new Error(NAMES[code] ?? 'net::ERR_FAILED');
  }
}
