import { moderation as english } from './en/moderation.ts';
import { inLanguage } from './language.ts';

/** Texts of one screen, which are loaded with it and not with the first screen. */
export const moderation = await inLanguage(english, 'moderation');
