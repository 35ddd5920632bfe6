import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { shell } from 'electron';
import { mainTexts } from './texts.ts';

/** The code that the browser returned, and the proof that this app opened the browser (PKCE, RFC 7636). */
export interface CompanyCode {
  code: string;
  code_verifier: string;
}

/** Longer than the server waits for the person to sign in with the provider. */
const PATIENCE_MS = 11 * 60_000;
const HERE = '127.0.0.1';

/**
 * Returns a function that opens the system's browser to sign in, because the person may already have a session with the
 * company's provider there. The browser is then redirected, with a code, to a port on this computer (RFC 8252). The
 * function returns this code, or null if the person did not finish or started again.
 */
export function createCompanySignIn() {
  let stopEarlier = () => {};
  return async (daemon: string): Promise<CompanyCode | null> => {
    stopEarlier();
    const [state, code_verifier] = [randomText(), randomText()];
    let resolve: (code: string | null) => void = () => {};
    const brought = new Promise<string | null>((settle) => {
      resolve = settle;
    });
    const server = createServer((request, response) => answer(request, response, { state, resolve }));
    await new Promise<void>((listening) => server.listen(0, HERE, listening));
    const late = setTimeout(() => resolve(null), PATIENCE_MS);
    stopEarlier = () => resolve(null);
    try {
      const query = new URLSearchParams({
        app_port: String((server.address() as AddressInfo).port),
        state,
        code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
      });
      await shell.openExternal(`${daemon}/portal/company/start?${query}`);
      const code = await brought;
      return code === null ? null : { code, code_verifier };
    } finally {
      clearTimeout(late);
      server.close();
    }
  };
}

const randomText = () => randomBytes(32).toString('base64url');

/** Accepts a code only from the browser that this app opened. Other programs on this computer do not know the state. */
function answer(
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
  { state, resolve }: { state: string; resolve: (code: string) => void },
): void {
  const asked = `http://${HERE}${url}`;
  const { pathname, searchParams } = new URL(URL.canParse(asked) ? asked : `http://${HERE}/unknown`);
  const code = searchParams.get('code');
  const isOurs = method === 'GET' && pathname === '/' && searchParams.get('state') === state && code;
  response.writeHead(isOurs ? 200 : 404, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    Connection: 'close',
  });
  response.end(isOurs ? mainTexts().companySignedIn : undefined);
  if (isOurs) resolve(code);
}
