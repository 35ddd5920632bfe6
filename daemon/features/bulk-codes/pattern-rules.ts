import { BULK_CODE_LENGTH, isBulkPattern, isBulkPrefix, randomsFor, randomsIn } from '../../contract/bulk-patterns.ts';
import { LONGEST_CODE, SHORTEST_CODE } from '../../contract/code-values.ts';
import { fieldFault } from '../../contract/field-faults.ts';
import type { FieldFault } from '../../contract/refusals.ts';

/** The requested values: a prefix and a number of random characters, or a pattern that marks the random characters. */
export interface ValueRequest {
  count: number;
  prefix?: string | undefined;
  length?: number | undefined;
  pattern?: string | undefined;
}

/** Returns the pattern for the request, in which `#` is a random character. */
export const patternOf = ({ pattern, prefix = '', length = BULK_CODE_LENGTH }: ValueRequest) =>
  pattern ?? prefix + '#'.repeat(length);

export function patternFault(request: ValueRequest): FieldFault | null {
  const { pattern, prefix, length, count } = request;
  const source = pattern === undefined ? 'prefix' : 'pattern';
  if (pattern !== undefined && (prefix !== undefined || length !== undefined))
    return fieldFault('', [source], 'pattern_and_prefix');
  if (prefix !== undefined && !isBulkPrefix(prefix)) return fieldFault('', [source], 'not_a_prefix');
  if (pattern !== undefined && !isBulkPattern(pattern)) return fieldFault('', [source], 'not_a_pattern');
  const whole = patternOf(request);
  if (whole.length < SHORTEST_CODE || whole.length > LONGEST_CODE)
    return fieldFault('', [source], 'wrong_code_length', { count: whole.length });
  const limit = randomsFor(count);
  if (randomsIn(whole) < limit)
    return fieldFault('', [pattern === undefined ? 'length' : 'pattern'], 'too_few_random', { limit, count });
  return null;
}
