import { events as english } from './en/events.ts';
import { language } from './language.ts';

export const events: typeof english = language === 'de' ? (await import('./de/events.ts')).events : english;
