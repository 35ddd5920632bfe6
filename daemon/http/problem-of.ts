import { AppError, type Problem } from '../contract/refusals.ts';
import { UnknownCursor } from '../db/query/keyset.ts';
import { Unavailable } from '../lib/unavailable.ts';

const UNKNOWN_CURSOR: Problem = {
  code: 'invalid_request',
  errors: [{ pointer: '#/query/cursor', detail: 'cursor must be one that this list gave' }],
};

/** The problem for something thrown. Of a fault the client gets no details; the log has them under the request id. */
export function problemOf(error: unknown): Problem {
  if (error instanceof AppError) return error.problem;
  if (error instanceof Unavailable) return { code: 'unavailable' };
  return error instanceof UnknownCursor ? UNKNOWN_CURSOR : { code: 'internal_error' };
}
