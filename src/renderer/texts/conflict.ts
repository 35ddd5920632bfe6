import { conflict as english } from './en/conflict.ts';
import { language } from './language.ts';

export const conflict: typeof english = language === 'de' ? (await import('./de/conflict.ts')).conflict : english;
