import { en } from './en/en.ts';
import { language } from './language.ts';

/** Every text of the Portal. English is the model; another language has the same keys, which the compiler checks. */
export type Texts = typeof en;

/** The texts in the language of the page. */
export const texts: Texts = language === 'de' ? (await import('./de/de.ts')).de : en;
