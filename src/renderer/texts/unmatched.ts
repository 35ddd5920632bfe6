import { unmatched as english } from './en/unmatched.ts';
import { language } from './language.ts';

/** Apart from `texts`, so that the first screen does not load them. */
export const unmatched: typeof english = language === 'de' ? (await import('./de/unmatched.ts')).unmatched : english;
