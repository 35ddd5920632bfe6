import { randomsIn } from '../../contract/bulk-patterns.ts';
import { CODE_ALPHABET } from '../../contract/code-values.ts';
import { randomText } from '../../lib/secrets.ts';

/** Generates a random value for a pattern, with a CSPRNG. */
export function randomValue(pattern: string): string {
  const randoms = randomText(CODE_ALPHABET, randomsIn(pattern));
  let at = 0;
  return pattern.replace(/#/g, () => randoms[at++] ?? '');
}
