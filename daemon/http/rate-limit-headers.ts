// Headers of draft-ietf-httpapi-ratelimit-headers: q is the quota, w its window, r the rest and t the seconds until reset.

export interface RateLimitHeaders {
  RateLimit: string;
  'RateLimit-Policy': string;
}

/** Reports a limit of requests per window, both in seconds. */
export function windowLimit(limit: { points: number; duration: number }, rest: number, resetMs: number) {
  return {
    RateLimit: `"requests";r=${rest};t=${Math.ceil(resetMs / 1000)}`,
    'RateLimit-Policy': `"requests";q=${limit.points};w=${limit.duration}`,
  } satisfies RateLimitHeaders;
}

/** Reports the limit of requests that are in progress at the same time. */
export function roomLimit({ inProgress, maxInProgress }: { inProgress: number; maxInProgress: number }) {
  return {
    RateLimit: `"in-progress";r=${Math.max(0, maxInProgress - inProgress)}`,
    'RateLimit-Policy': `"in-progress";q=${maxInProgress};qu="concurrent-requests"`,
  } satisfies RateLimitHeaders;
}
