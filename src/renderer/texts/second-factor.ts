import { secondFactor as english } from './en/second-factor.ts';
import { inLanguage } from './language.ts';

export const secondFactor = await inLanguage(english, 'second-factor');
