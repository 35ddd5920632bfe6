import { expect } from 'vitest';

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

/** What an answer says, without its headers. */
export const shape = ({ status, body }: Answered) => ({ status, body });
/** The shape of a refusal. */
export const refusal = (status: number, code: string) => ({
  status,
  body: expect.objectContaining({ status, code, type: expect.any(String), request_id: expect.any(String) }),
});
/** The fields a refusal complains of. */
export const pointersOf = ({ body }: Answered) => body.errors?.map(({ pointer }: { pointer: string }) => pointer);
/** The body of a request that had to succeed. */
export function done({ status, body }: Answered) {
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body;
}

export const iso = (instant: number) => new Date(instant).toISOString();
