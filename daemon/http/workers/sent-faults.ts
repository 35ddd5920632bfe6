import { AppError, type Problem } from '../../contract/refusals.ts';
import { errorCode } from '../../lib/error-code.ts';
import { Unavailable } from '../../lib/unavailable.ts';

/** What was thrown, in the form in which it goes from the daemon to a worker. */
export type SentFault =
  | { kind: 'problem'; problem: Problem }
  | { kind: 'unavailable'; cause: SentError }
  | { kind: 'error'; error: SentError };

interface SentError {
  name: string;
  message: string;
  stack: string | undefined;
  code: string | undefined;
  cause: SentError | undefined;
}

const MAX_CAUSES = 3;

export function sentFault(error: unknown): SentFault {
  if (error instanceof AppError) return { kind: 'problem', problem: error.problem };
  if (error instanceof Unavailable) return { kind: 'unavailable', cause: sentError(error.cause) };
  return { kind: 'error', error: sentError(error) };
}

export function receivedFault(fault: SentFault): Error {
  if (fault.kind === 'problem') return new AppError(fault.problem);
  return fault.kind === 'unavailable' ? new Unavailable(receivedError(fault.cause)) : receivedError(fault.error);
}

function sentError(error: unknown, depth = 0): SentError {
  if (!(error instanceof Error))
    return { name: 'Error', message: String(error), stack: undefined, code: undefined, cause: undefined };
  const { name, message, stack, cause } = error;
  const code = errorCode(error);
  const hasCause = cause !== undefined && depth < MAX_CAUSES;
  return { name, message, stack, code, cause: hasCause ? sentError(cause, depth + 1) : undefined };
}

function receivedError({ name, message, stack, code, cause }: SentError): Error {
  const error = new Error(message, cause && { cause: receivedError(cause) });
  return Object.assign(error, { name }, stack === undefined ? {} : { stack }, code === undefined ? {} : { code });
}
