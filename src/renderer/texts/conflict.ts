import { conflict as english } from './en/conflict.ts';
import { inLanguage } from './language.ts';

/** Texts of one screen, which are loaded with it and not with the first screen. */
export const conflict = await inLanguage(english, 'conflict');
