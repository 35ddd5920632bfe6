import type { Endpoint } from '../contract/endpoint.ts';
import { type HttpAnswer, jsonAnswer } from './messages.ts';

interface Rendered {
  rendered: { status: number; body: HttpAnswer['body']; headers?: Record<string, string> };
}

/** Creates the HTTP response from a route's result: a value to send as JSON, or a body that the route has rendered. */
export const render = (entry: Endpoint, reply: unknown, requestId: string): HttpAnswer =>
  isRendered(reply)
    ? renderedAnswer(entry, reply, requestId)
    : jsonAnswer(requestId, entry.answer.status, JSON.stringify(reply));

function renderedAnswer(entry: Endpoint, { rendered }: Rendered, requestId: string): HttpAnswer {
  const { status, body, headers } = rendered;
  const answer = jsonAnswer(requestId, status, body);
  if (entry.answer.type) answer.headers['Content-Type'] = `${entry.answer.type}; charset=utf-8`;
  Object.assign(answer.headers, headers);
  // A 304 has no body and therefore no content type.
  if (status === 304) delete answer.headers['Content-Type'];
  return answer;
}

const isRendered = (reply: unknown): reply is Rendered =>
  typeof reply === 'object' && reply !== null && 'rendered' in reply;

/** Marks a response to a test key: by a header, and by `test: true` in a body that is an object. */
export function markTest(answer: HttpAnswer) {
  const { body } = answer;
  answer.headers['X-Test-Key'] = 'true';
  if (typeof body === 'string' && body.startsWith('{'))
    answer.body = `{"test":true${body === '{}' ? '' : ','}${body.slice(1)}`;
}
