import { en } from './en/en.ts';
import { language } from './language.ts';

/**
 * The texts that the first screen needs. Screens load the other files of this folder themselves, and each language has
 * the same keys as English, which the compiler checks.
 */
export const texts: typeof en = language === 'de' ? (await import('./de/de.ts')).de : en;
