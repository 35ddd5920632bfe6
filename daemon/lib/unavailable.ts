/** The daemon cannot do it now, and the client may try again: a 503. The log tells the cause, the client does not see it. */
export class Unavailable extends Error {
  constructor(cause: unknown) {
    super('unavailable', { cause });
  }
}
