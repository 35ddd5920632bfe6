/** The result of a try: an answer, or the error where there was none. */
export interface Attempt {
  status: number | null;
  text: string | null;
  error: string | null;
  /** The unparsed `Retry-After` of the answer. */
  retryAfter?: string | null;
}

export const isDelivered = ({ status, error }: Attempt): boolean =>
  error === null && status !== null && status >= 200 && status < 300;
