import { desktop as english } from './en/desktop.ts';
import { language } from './language.ts';

/** Texts of the desktop app, which are loaded with its parts. */
export const desktop: typeof english = language === 'de' ? (await import('./de/desktop.ts')).desktop : english;
