import { connect as english } from './en/connect.ts';
import { language } from './language.ts';

/** Texts of one screen, which are loaded with it. */
export const connect: typeof english = language === 'de' ? (await import('./de/connect.ts')).connect : english;
