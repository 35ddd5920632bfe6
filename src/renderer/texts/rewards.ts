import { rewards as english } from './en/rewards.ts';
import { language } from './language.ts';

/** Apart from `texts`, so that the first screen does not load them. */
export const rewards: typeof english = language === 'de' ? (await import('./de/rewards.ts')).rewards : english;
