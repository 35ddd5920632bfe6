import { SpanStatusCode } from '@opentelemetry/api';
import type { Endpoint } from '../contract/endpoint.ts';
import { inSpan, isTracing, traceparentOfSpan } from '../lib/spans.ts';
import type { HttpAnswer } from './messages.ts';

/**
 * Answers a request in a span, which continues the caller's.
 * @param work gets the `traceparent` for the messages about the request's changes
 */
export const inRequestSpan = (
  { method, path }: Endpoint,
  traceparent: string | null,
  work: (traceparent: string | null) => Promise<HttpAnswer>,
): Promise<HttpAnswer> => {
  if (!isTracing()) return work(traceparent);
  return inSpan(
    () => ({
      name: `${method} ${path}`,
      kind: 'server',
      traceparent,
      attributes: { 'http.request.method': method, 'http.route': path },
    }),
    async (span) => {
      const answer = await work(span ? traceparentOfSpan(span) : traceparent);
      span?.setAttribute('http.response.status_code', answer.status);
      if (answer.status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
      return answer;
    },
  );
};
