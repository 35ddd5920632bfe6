import { dashboard as english } from './en/dashboard.ts';
import { language } from './language.ts';

export const dashboard: typeof english = language === 'de' ? (await import('./de/dashboard.ts')).dashboard : english;
