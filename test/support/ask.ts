/** What came back, with its body parsed. */
export interface Answered {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
  headers: Headers;
}
export type Ask = (method: string, path: string, body?: unknown) => Promise<Answered>;

/** Asks a daemon by method and path, as tests that send what the typed client would not let through. */
export const asking =
  (url: string, credentials: Record<string, string> = {}): Ask =>
  async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: { ...credentials, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers };
  };

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
export const apiKey = (key: string) => ({ 'X-API-Key': key });
