import type { Request, Response } from 'express';
import { EMAIL_LANGUAGES, type EmailLanguage } from '../contract/words.ts';
import type { Log } from '../lib/log.ts';
import { type HttpAnswer, problemAnswer } from './messages.ts';
import { problemOf } from './problem-of.ts';
import { send, type Traffic } from './traffic.ts';

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Returns the language of the browser, which can differ from that of the organisation's emails. */
export const languageOf = (request: Request) =>
  (request.acceptsLanguages([...EMAIL_LANGUAGES]) || 'en') as EmailLanguage;

interface PageTexts {
  language: string;
  title: string;
}

/** Returns a page without scripts. `content` is HTML. */
export const pageAnswer = (status: number, { language, title }: PageTexts, content: string): HttpAnswer => ({
  status,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  },
  body: `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:30rem;margin:4rem auto;padding:0 1rem}
button{font:inherit;padding:.5rem 1rem}</style></head><body><h1>${title}</h1>${content}</body></html>`,
});

/** Sends the problem document of an error that has no page, and writes its cause to the log. */
export function sendProblem(
  { log, traffic }: { log: Log; traffic: Traffic },
  response: Response,
  requestId: string,
  error: unknown,
): void {
  const problem = problemOf(error);
  log[problem.code === 'internal_error' ? 'error' : 'warn'](problem.code, { requestId, error });
  send(traffic, response, problemAnswer(problem, requestId));
}
