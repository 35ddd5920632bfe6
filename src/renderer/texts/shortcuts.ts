import { shortcuts as english } from './en/shortcuts.ts';
import { language } from './language.ts';

/** Texts of one dialog, which are loaded with it and not with the first screen. */
export const shortcuts: typeof english = language === 'de' ? (await import('./de/shortcuts.ts')).shortcuts : english;
