import { lists as english } from './en/lists.ts';
import { language } from './language.ts';

/** Texts of lists and fields that many screens show, which are loaded with the first of them. */
export const lists: typeof english = language === 'de' ? (await import('./de/lists.ts')).lists : english;
