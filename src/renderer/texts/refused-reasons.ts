import { refusedReasons as english } from './en/refused-reasons.ts';
import { language } from './language.ts';

export const refusedReasons: typeof english =
  language === 'de' ? (await import('./de/refused-reasons.ts')).refusedReasons : english;
