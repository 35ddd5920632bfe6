/** What came of a try: an answer, or none and why. */
export interface Attempt {
  status: number | null;
  text: string | null;
  error: string | null;
  /** The answer's `Retry-After`, as it came. */
  retryAfter?: string | null;
}

export const isDelivered = ({ status, error }: Attempt): boolean =>
  error === null && status !== null && status >= 200 && status < 300;
