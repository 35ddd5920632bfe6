import { jobs as english } from './en/jobs.ts';
import { language } from './language.ts';

export const jobs: typeof english = language === 'de' ? (await import('./de/jobs.ts')).jobs : english;
