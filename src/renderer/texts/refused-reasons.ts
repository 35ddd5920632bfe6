import { refusedReasons as english } from './en/refused-reasons.ts';
import { language } from './language.ts';

/** Apart from the screens' own texts: the dashboard and the page of a code share them. */
export const refusedReasons: typeof english =
  language === 'de' ? (await import('./de/refused-reasons.ts')).refusedReasons : english;
