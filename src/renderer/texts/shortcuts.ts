import { shortcuts as english } from './en/shortcuts.ts';
import { language } from './language.ts';

export const shortcuts: typeof english = language === 'de' ? (await import('./de/shortcuts.ts')).shortcuts : english;
