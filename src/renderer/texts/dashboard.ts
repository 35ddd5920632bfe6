import { dashboard as english } from './en/dashboard.ts';
import { inLanguage } from './language.ts';

/** Texts of one screen, which are loaded with it. */
export const dashboard = await inLanguage(english, 'dashboard');
