import { secondFactor as english } from './en/second-factor.ts';
import { language } from './language.ts';

export const secondFactor: typeof english =
  language === 'de' ? (await import('./de/second-factor.ts')).secondFactor : english;
