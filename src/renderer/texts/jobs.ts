import { jobs as english } from './en/jobs.ts';
import { language } from './language.ts';

/** Texts of one screen, which are loaded with it and not with the first screen. */
export const jobs: typeof english = language === 'de' ? (await import('./de/jobs.ts')).jobs : english;
