import { SpanStatusCode } from '@opentelemetry/api';
import type { Endpoint } from '../contract/endpoint.ts';
import { inSpan, traceparentOfSpan } from '../lib/spans.ts';
import type { HttpAnswer } from './messages.ts';

/**
 * Answers a request in a span, which continues the caller's.
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
    async (span) => {
      if (!span) return work(traceparent);
      const answer = await work(traceparentOfSpan(span));
      span.setAttribute('http.response.status_code', answer.status);
      if (answer.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      return answer;
    },
  );
