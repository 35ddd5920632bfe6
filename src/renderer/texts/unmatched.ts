import { unmatched as english } from './en/unmatched.ts';
import { language } from './language.ts';

export const unmatched: typeof english = language === 'de' ? (await import('./de/unmatched.ts')).unmatched : english;
