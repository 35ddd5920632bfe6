import { audit as english } from './en/audit.ts';
import { inLanguage } from './language.ts';

/** Texts of one screen, which are loaded with it and not with the first screen. */
export const audit = await inLanguage(english, 'audit');
