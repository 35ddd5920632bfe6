import { BULK_CODE_LENGTH, isBulkPattern, isBulkPrefix, randomsFor, randomsIn } from '../../contract/bulk-patterns.ts';
import { LONGEST_CODE, SHORTEST_CODE } from '../../contract/code-values.ts';
import type { FieldFault } from '../../contract/refusals.ts';
import { plural } from '../../lib/plural.ts';

/** The requested values: a prefix and a number of random characters, or a pattern that marks them. */
export interface ValueRequest {
  count: number;
  prefix?: string | undefined;
  length?: number | undefined;
  pattern?: string | undefined;
}

/** Returns the pattern for the request; `#` is a random character. */
export const patternOf = ({ pattern, prefix = '', length = BULK_CODE_LENGTH }: ValueRequest) =>
  pattern ?? prefix + '#'.repeat(length);

export function patternFault(request: ValueRequest): FieldFault | null {
  const { pattern, prefix, length, count } = request;
  const at = (detail: string, pointer = pattern === undefined ? '/prefix' : '/pattern') => ({ pointer, detail });
  if (pattern !== undefined && (prefix !== undefined || length !== undefined))
    return at('cannot be combined with prefix or length');
  if (prefix !== undefined && !isBulkPrefix(prefix)) return at('must have only A-Z 0-9 _ -');
  if (pattern !== undefined && !isBulkPattern(pattern))
    return at('must have only A-Z 0-9 _ -, and # for a random character');
  const whole = patternOf(request);
  if (whole.length < SHORTEST_CODE || whole.length > LONGEST_CODE)
    return at(`must make codes of ${SHORTEST_CODE} to ${LONGEST_CODE} characters, not ${whole.length}`);
  if (randomsIn(whole) < randomsFor(count))
    return at(
      `must have at least ${randomsFor(count)} random characters for ${plural(count, 'code')}`,
      pattern === undefined ? '/length' : '/pattern',
    );
  return null;
}
