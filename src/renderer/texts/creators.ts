import { creators as english } from './en/creators.ts';
import { inLanguage } from './language.ts';

export const creators = await inLanguage(english, 'creators');
