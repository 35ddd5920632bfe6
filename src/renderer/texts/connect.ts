import { connect as english } from './en/connect.ts';
import { inLanguage } from './language.ts';

/** Texts of one screen, which are loaded with it. */
export const connect = await inLanguage(english, 'connect');
