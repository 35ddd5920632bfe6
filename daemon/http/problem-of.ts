import { fieldFault } from '../contract/field-faults.ts';
import { AppError, type Problem } from '../contract/refusals.ts';
import { UnknownCursor } from '../db/query/keyset.ts';
import { Unavailable } from '../lib/unavailable.ts';

const UNKNOWN_CURSOR: Problem = {
  code: 'invalid_request',
  errors: [fieldFault('#/query', ['cursor'], 'unknown_cursor')],
};

/**
 * Returns the problem for a thrown error. A client gets no details of a fault; the log contains them with the request
 * ID.
 */
export function problemOf(error: unknown): Problem {
  if (error instanceof AppError) return error.problem;
  if (error instanceof Unavailable) return { code: 'unavailable' };
  return error instanceof UnknownCursor ? UNKNOWN_CURSOR : { code: 'internal_error' };
}
