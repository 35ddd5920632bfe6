import { keys as english } from './en/keys.ts';
import { inLanguage } from './language.ts';

/** Texts of one screen, which are loaded with it and not with the first screen. */
export const keys = await inLanguage(english, 'keys');
