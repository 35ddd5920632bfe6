import { unmatched as english } from './en/unmatched.ts';
import { inLanguage } from './language.ts';

export const unmatched = await inLanguage(english, 'unmatched');
