import { batches as englishBatches } from './en/batches.ts';
import { codes as english } from './en/codes.ts';
import { language } from './language.ts';

export const codes: typeof english = language === 'de' ? (await import('./de/codes.ts')).codes : english;
export const batches: typeof englishBatches =
  language === 'de' ? (await import('./de/batches.ts')).batches : englishBatches;
