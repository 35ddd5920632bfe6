/** The result of an attempt: a response, or the reason why there was none. */
export interface Attempt {
  status: number | null;
  text: string | null;
  error: string | null;
  /** The value of the `Retry-After` header, unparsed. */
  retryAfter?: string | null;
}

export const isDelivered = ({ status, error }: Attempt): boolean =>
  error === null && status !== null && status >= 200 && status < 300;
