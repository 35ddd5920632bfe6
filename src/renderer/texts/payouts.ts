import { payouts as english } from './en/payouts.ts';
import { language } from './language.ts';

/** Apart from `texts`, so that the first screen does not load them. */
export const payouts: typeof english = language === 'de' ? (await import('./de/payouts.ts')).payouts : english;
