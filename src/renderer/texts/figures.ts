import { figures as english } from './en/figures.ts';
import { inLanguage } from './language.ts';

/** Texts of figures and charts, which several screens show. */
export const figures = await inLanguage(english, 'figures');
