import { toDo as english } from './en/to-do.ts';
import { language } from './language.ts';

/** Texts of what there is to do, which are loaded when there is something. */
export const toDo: typeof english = language === 'de' ? (await import('./de/to-do.ts')).toDo : english;
