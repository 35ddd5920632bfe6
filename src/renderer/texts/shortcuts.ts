import { shortcuts as english } from './en/shortcuts.ts';
import { inLanguage } from './language.ts';

/** Texts of one dialog, which are loaded with it and not with the first screen. */
export const shortcuts = await inLanguage(english, 'shortcuts');
