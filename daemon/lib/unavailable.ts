/**
 * The daemon cannot do this now, and the client may try again: a 503. The log has the cause; the client does not see
 * it.
 */
export class Unavailable extends Error {
  constructor(cause: unknown) {
    super('unavailable', { cause });
  }
}
