import type { Refusal } from '../preload/api.ts';

// Refusals of the desktop app itself, in the same form as the daemon's refusals.

export type Refused = { ok: false; problem: Refusal };

export const NO_CONNECTION: Refusal = {
  code: 'no_connection',
  status: 0,
  detail: 'The server cannot be reached. Check that it runs and that you are online.',
};
export const NO_DAEMON: Refusal = { code: 'no_daemon', status: 0, detail: 'No server is chosen.' };
export const SIGNED_OUT: Refusal = { code: 'unauthorized', status: 401, detail: 'No user is signed in.' };
export const FORBIDDEN: Refusal = { code: 'forbidden', status: 403, detail: 'This may not be asked from here.' };
export const INVALID: Refusal = { code: 'invalid_request', status: 400, detail: 'The request is not valid.' };
export const FAULT: Refusal = {
  code: 'internal_error',
  status: 500,
  detail: 'Something went wrong in the Portal itself.',
};

export const refused = (problem: Refusal): Refused => ({ ok: false, problem });
