import { problemOf } from './ask.ts';

/** What to say under the field of a second factor's code. */
export const wrongCode = (error: unknown) =>
  problemOf(error).code === 'invalid_credentials' ? 'This is not right. Try the next code.' : problemOf(error).detail;
