import { dashboard as english } from './en/dashboard.ts';
import { language } from './language.ts';

/** Texts of one screen, which are loaded with it. */
export const dashboard: typeof english = language === 'de' ? (await import('./de/dashboard.ts')).dashboard : english;
