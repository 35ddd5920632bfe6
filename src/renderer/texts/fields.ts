import { fields as english } from './en/fields.ts';
import { language } from './language.ts';

/** Apart from `texts`, so that the first screen does not load them. */
export const fields: typeof english = language === 'de' ? (await import('./de/fields.ts')).fields : english;
