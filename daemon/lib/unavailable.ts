/**
 * Thrown if the daemon cannot do something now; the client gets a 503 and may retry. Only the log contains the cause.
 */
export class Unavailable extends Error {
  constructor(cause: unknown) {
    super('unavailable', { cause });
  }
}
