import { conflict as english } from './en/conflict.ts';
import { language } from './language.ts';

/** Texts of one screen, which are loaded with it and not with the first screen. */
export const conflict: typeof english = language === 'de' ? (await import('./de/conflict.ts')).conflict : english;
