import type { Refusal } from '../preload/api.ts';
import { DESKTOP_REFUSALS, type DesktopRefusalCode } from '../preload/desktop-refusals.ts';

// Refusals by the desktop app itself, in the same form as the daemon's.

export type Refused = { ok: false; problem: Refusal };

export const problem = (code: DesktopRefusalCode): Refusal => ({ code, status: 0, detail: DESKTOP_REFUSALS[code] });

export const SIGNED_OUT: Refusal = { code: 'unauthorized', status: 401, detail: 'No user is signed in.' };
export const FORBIDDEN: Refusal = { code: 'forbidden', status: 403, detail: 'This page cannot make this request.' };
export const INVALID: Refusal = { code: 'invalid_request', status: 400, detail: 'The request is not valid.' };
export const FAULT: Refusal = {
  code: 'internal_error',
  status: 500,
  detail: 'Something went wrong in the Portal. Reload the page and try again.',
};

export const refused = (problem: Refusal): Refused => ({ ok: false, problem });

/** Carries a refusal as an error, for code that can only throw. */
export class Faulty extends Error {
  readonly problem: Refusal;
  constructor(problem: Refusal, cause?: unknown) {
    super(problem.detail, { cause });
    this.problem = problem;
  }
}
