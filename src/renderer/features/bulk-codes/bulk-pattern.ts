import {
  isBulkPattern,
  isBulkPrefix,
  MAX_BULK_COUNT,
  MAX_BULK_LENGTH,
  MIN_BULK_LENGTH,
  randomsFor,
  randomsIn,
} from '../../../../daemon/contract/bulk-patterns.ts';
import { LONGEST_CODE, SHORTEST_CODE } from '../../../../daemon/contract/code-values.ts';
import { wholeNumberFault, wholeNumberOf } from '../../client/whole-number.ts';
import { batches } from '../../texts/batches.ts';

const t = batches.bulk.faults;
const SAMPLE = 'K7WPM4QXT9RZBH2NDV6CFJ38GYASE5UKMWPX4QT7R9BZH2DN';

export const lengthFault = (text: string) => wholeNumberFault(text, MIN_BULK_LENGTH, MAX_BULK_LENGTH);
export const countFault = (text: string) => wholeNumberFault(text, 1, MAX_BULK_COUNT);

export function prefixFault(prefix: string, length: string): string | null {
  if (!isBulkPrefix(prefix)) return t.prefix;
  const whole = prefix.length + (wholeNumberOf(length) ?? 0);
  return whole > LONGEST_CODE ? t.tooLong(LONGEST_CODE, whole) : null;
}

export function patternFault(pattern: string, count: string): string | null {
  if (pattern === '' || !isBulkPattern(pattern)) return t.pattern;
  if (pattern.length < SHORTEST_CODE || pattern.length > LONGEST_CODE)
    return t.patternLength(SHORTEST_CODE, LONGEST_CODE, pattern.length);
  const randoms = randomsIn(pattern);
  const codes = wholeNumberOf(count) ?? 1;
  const needed = randomsFor(codes);
  return randoms < needed ? t.randoms(codes, needed, randoms) : null;
}

/** Returns an example of a code that fits the pattern. */
export function sampleOf(pattern: string): string {
  let at = 0;
  return pattern.replace(/#/g, () => SAMPLE[at++ % SAMPLE.length] ?? '');
}
