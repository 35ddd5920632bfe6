import { batches as englishBatches } from './en/batches.ts';
import { codes as english } from './en/codes.ts';
import { inLanguage } from './language.ts';

export const codes = await inLanguage(english, 'codes');
export const batches = await inLanguage(englishBatches, 'batches');
