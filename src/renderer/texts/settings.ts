import { settings as english } from './en/settings.ts';
import { language } from './language.ts';

/** Apart from `texts`, so that the first screen does not load them. */
export const settings: typeof english = language === 'de' ? (await import('./de/settings.ts')).settings : english;
