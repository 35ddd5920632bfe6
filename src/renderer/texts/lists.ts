import { lists as english } from './en/lists.ts';
import { language } from './language.ts';

export const lists: typeof english = language === 'de' ? (await import('./de/lists.ts')).lists : english;
