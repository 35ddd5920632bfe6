import { tiers as english } from './en/tiers.ts';
import { language } from './language.ts';

/** Apart from `texts`, so that the first screen does not load them. */
export const tiers: typeof english = language === 'de' ? (await import('./de/tiers.ts')).tiers : english;
