import { imports as english } from './en/imports.ts';
import { language } from './language.ts';

/** Apart from `texts`, so that the first screen does not load them. */
export const imports: typeof english = language === 'de' ? (await import('./de/imports.ts')).imports : english;
