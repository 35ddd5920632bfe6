import type { Express, Request } from 'express';
import type { AppDeps } from './app-deps.ts';
import { problemAnswer } from './messages.ts';
import { problemOf } from './problem-of.ts';
import { newRequestId } from './request-id.ts';
import { send } from './traffic.ts';

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const PATH = '/v1/unsubscribe';

/**
 * Mounts the page behind the link in a creator's emails. A GET changes nothing, because mail servers open links
 * automatically; the page's button sends a POST, and so does the mail program's own button (RFC 8058).
 */
export function mountUnsubscribe(
  app: Express,
  { traffic, log, unsubscribe }: Pick<AppDeps, 'traffic' | 'log' | 'unsubscribe'>,
) {
  app.get(PATH, (_request, response) => send(traffic, response, pageAnswer(200, QUESTION)));
  app.post(PATH, async (request, response) => {
    const requestId = newRequestId();
    try {
      const isKnown = await unsubscribe(tokenOf(request));
      send(traffic, response, isKnown ? pageAnswer(200, DONE) : pageAnswer(404, UNKNOWN));
    } catch (error) {
      const problem = problemOf(error);
      log[problem.code === 'internal_error' ? 'error' : 'warn'](problem.code, { requestId, error });
      send(traffic, response, problemAnswer(problem, requestId));
    }
  });
}

const tokenOf = ({ url }: Request) => new URL(url, 'http://localhost').searchParams.get('token') ?? '';

const QUESTION =
  '<p>Do you want to stop receiving daily results by email?</p><form method="post"><button>Unsubscribe</button></form>';
const DONE = '<p>You are unsubscribed from daily results by email.</p>';
const UNKNOWN = '<p>This link is not valid. Use the link in your newest email.</p>';

const pageAnswer = (status: number, content: string) => ({
  status,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  },
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Daily results</title><style>:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:30rem;margin:4rem auto;padding:0 1rem}
button{font:inherit;padding:.5rem 1rem}</style></head><body><h1>Daily results</h1>${content}</body></html>`,
});
