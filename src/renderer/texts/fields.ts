import { fields as english } from './en/fields.ts';
import { inLanguage } from './language.ts';

export const fields = await inLanguage(english, 'fields');
