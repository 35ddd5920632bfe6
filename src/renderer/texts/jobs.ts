import { jobs as english } from './en/jobs.ts';
import { inLanguage } from './language.ts';

/** Texts of one screen, which are loaded with it and not with the first screen. */
export const jobs = await inLanguage(english, 'jobs');
