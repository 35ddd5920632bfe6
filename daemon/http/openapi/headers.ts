import { CALLERS_ID } from '../request-id.ts';

const text = { type: 'string' };

/** The headers that every request may have. */
export const REQUEST_HEADERS = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'Your own ID for the request, which the response and the log repeat. By default, the daemon creates one.',
    schema: { ...text, pattern: CALLERS_ID.source },
    example: 'game-7/redeem:42',
  },
  TestKey: {
    name: 'X-Test-Key',
    in: 'header',
    description:
      'If this header is set, a request with a live API key is refused, so that nothing is stored by mistake.',
    schema: text,
    example: 'true',
  },
  Traceparent: {
    name: 'traceparent',
    in: 'header',
    description: 'W3C Trace Context, forwarded to the log, webhooks and emails.',
    schema: text,
    example: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  },
};

/** The headers that responses may have. */
export const RESPONSE_HEADERS = {
  RequestId: { description: 'The ID of the request, as in the daemon’s log.', schema: text },
  RateLimit: {
    description: 'What is left of the limit: r requests in the next t seconds.',
    schema: text,
    example: '"requests";r=29950;t=41',
  },
  RateLimitPolicy: {
    description: 'The limit: q requests in w seconds, or q requests in progress.',
    schema: text,
    example: '"requests";q=30000;w=60',
  },
  RetryAfter: { description: 'The number of seconds after which to try again.', schema: { type: 'integer' } },
};

const header = (name: keyof typeof RESPONSE_HEADERS) => ({ $ref: `#/components/headers/${name}` });

export const requestHeaders = Object.keys(REQUEST_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` }));
export const responseHeaders = {
  'X-Request-Id': header('RequestId'),
  RateLimit: header('RateLimit'),
  'RateLimit-Policy': header('RateLimitPolicy'),
};
export const retryHeaders = { 'X-Request-Id': header('RequestId'), 'Retry-After': header('RetryAfter') };
