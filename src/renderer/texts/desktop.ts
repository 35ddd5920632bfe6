import { desktop as english } from './en/desktop.ts';
import { language } from './language.ts';

export const desktop: typeof english = language === 'de' ? (await import('./de/desktop.ts')).desktop : english;
