import { keys as english } from './en/keys.ts';
import { language } from './language.ts';

/** Texts of one screen, which are loaded with it and not with the first screen. */
export const keys: typeof english = language === 'de' ? (await import('./de/keys.ts')).keys : english;
