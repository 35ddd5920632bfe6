import { en } from './en/en.ts';
import { language } from './language.ts';

/**
 * Every text of the Portal, in the language of the page. English is the model; another language has the same keys, which
 * the compiler checks.
 */
export const texts: typeof en = language === 'de' ? (await import('./de/de.ts')).de : en;
