import { settings as english } from './en/settings.ts';
import { language } from './language.ts';

export const settings: typeof english = language === 'de' ? (await import('./de/settings.ts')).settings : english;
