import { events as english } from './en/events.ts';
import { language } from './language.ts';

/** Texts of one screen, which are loaded with it and not with the first screen. */
export const events: typeof english = language === 'de' ? (await import('./de/events.ts')).events : english;
