// Headers of draft-ietf-httpapi-ratelimit-headers: q is the quota, w its window, r what remains of the quota, and t the
// seconds until the reset.

export interface RateLimitHeaders {
  RateLimit: string;
  'RateLimit-Policy': string;
}

/** Reports a limit on requests per window. The window and the time until its reset are in seconds. */
export function windowLimit(limit: { points: number; duration: number }, rest: number, resetMs: number) {
  return {
    RateLimit: `"requests";r=${rest};t=${Math.ceil(resetMs / 1000)}`,
    'RateLimit-Policy': `"requests";q=${limit.points};w=${limit.duration}`,
  } satisfies RateLimitHeaders;
}

interface Room {
  inProgress: number;
  maxInProgress: number;
  /** The result of `roomPolicy`, which is computed only once because it never changes. */
  roomPolicy: string;
}

export const roomPolicy = (maxInProgress: number) => `"in-progress";q=${maxInProgress};qu="concurrent-requests"`;

/** Reports the limit of requests that are in progress at the same time. */
export const roomLimit = ({ inProgress, maxInProgress, roomPolicy }: Room) =>
  ({
    RateLimit: `"in-progress";r=${Math.max(0, maxInProgress - inProgress)}`,
    'RateLimit-Policy': roomPolicy,
  }) satisfies RateLimitHeaders;
