import { lists as english } from './en/lists.ts';
import { inLanguage } from './language.ts';

/** Texts of lists and fields that many screens show, which are loaded with the first of them. */
export const lists = await inLanguage(english, 'lists');
