import { toDo as english } from './en/to-do.ts';
import { inLanguage } from './language.ts';

/** Texts of what there is to do, which are loaded when there is something. */
export const toDo = await inLanguage(english, 'to-do');
