import { type Span, SpanStatusCode } from '@opentelemetry/api';
import type { Endpoint } from '../contract/endpoint.ts';
import { inSpan, traceparentOfSpan } from '../lib/spans.ts';
import type { HttpAnswer } from './messages.ts';

/**
 * Answers a request in a span that continues the caller's trace.
 * @param work gets the `traceparent` for the messages about the request's changes
 */
export const inRequestSpan = (
  { method, path }: Endpoint,
  traceparent: string | null,
  work: (traceparent: string | null) => Promise<HttpAnswer>,
): Promise<HttpAnswer> =>
  inSpan(
    () => ({
      name: `${method} ${path}`,
      kind: 'server',
      traceparent,
      attributes: { 'http.request.method': method, 'http.route': path },
    }),
    (span) => (span ? recorded(span, work(traceparentOfSpan(span))) : work(traceparent)),
  );

/** Records the status of the response in the span. */
async function recorded(span: Span, answering: Promise<HttpAnswer>): Promise<HttpAnswer> {
  const answer = await answering;
  span.setAttribute('http.response.status_code', answer.status);
  if (answer.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  return answer;
}
