import { batches as english } from './en/batches.ts';
import { language } from './language.ts';

/** Apart from `texts`, so that the first screen does not load them. */
export const batches: typeof english = language === 'de' ? (await import('./de/batches.ts')).batches : english;
