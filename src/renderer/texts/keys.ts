import { keys as english } from './en/keys.ts';
import { language } from './language.ts';

export const keys: typeof english = language === 'de' ? (await import('./de/keys.ts')).keys : english;
