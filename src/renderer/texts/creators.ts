import { creators as english } from './en/creators.ts';
import { language } from './language.ts';

/** Apart from `texts`, so that the first screen does not load them. */
export const creators: typeof english = language === 'de' ? (await import('./de/creators.ts')).creators : english;
