import { views as english } from './en/views.ts';
import { language } from './language.ts';

export const views: typeof english = language === 'de' ? (await import('./de/views.ts')).views : english;
