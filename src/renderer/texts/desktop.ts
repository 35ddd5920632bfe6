import { desktop as english } from './en/desktop.ts';
import { inLanguage } from './language.ts';

/** Texts of the desktop app, which are loaded with its parts. */
export const desktop = await inLanguage(english, 'desktop');
