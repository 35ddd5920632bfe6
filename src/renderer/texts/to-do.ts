import { toDo as english } from './en/to-do.ts';
import { language } from './language.ts';

export const toDo: typeof english = language === 'de' ? (await import('./de/to-do.ts')).toDo : english;
