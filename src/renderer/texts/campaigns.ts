import { campaigns as english } from './en/campaigns.ts';
import { language } from './language.ts';

/** Apart from `texts`, so that the first screen does not load them. */
export const campaigns: typeof english = language === 'de' ? (await import('./de/campaigns.ts')).campaigns : english;
