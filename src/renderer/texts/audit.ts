import { audit as english } from './en/audit.ts';
import { language } from './language.ts';

export const audit: typeof english = language === 'de' ? (await import('./de/audit.ts')).audit : english;
