import { views as english } from './en/views.ts';
import { inLanguage } from './language.ts';

/** Texts of saved views, which are loaded with their menu. */
export const views = await inLanguage(english, 'views');
