import { connect as english } from './en/connect.ts';
import { language } from './language.ts';

export const connect: typeof english = language === 'de' ? (await import('./de/connect.ts')).connect : english;
