import { views as english } from './en/views.ts';
import { language } from './language.ts';

/** Texts of saved views, which are loaded with their menu. */
export const views: typeof english = language === 'de' ? (await import('./de/views.ts')).views : english;
