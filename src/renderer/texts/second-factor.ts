import { secondFactor as english } from './en/second-factor.ts';
import { language } from './language.ts';

/** Apart from `texts`, so that the first screen does not load them. */
export const secondFactor: typeof english =
  language === 'de' ? (await import('./de/second-factor.ts')).secondFactor : english;
