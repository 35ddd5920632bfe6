import { audit as english } from './en/audit.ts';
import { language } from './language.ts';

/** Texts of one screen, which are loaded with it and not with the first screen. */
export const audit: typeof english = language === 'de' ? (await import('./de/audit.ts')).audit : english;
