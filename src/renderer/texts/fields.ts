import { fields as english } from './en/fields.ts';
import { language } from './language.ts';

export const fields: typeof english = language === 'de' ? (await import('./de/fields.ts')).fields : english;
