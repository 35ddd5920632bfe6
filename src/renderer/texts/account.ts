import { account as english } from './en/account.ts';
import { language } from './language.ts';

/** Apart from `texts`, so that the first screen does not load them. */
export const account: typeof english = language === 'de' ? (await import('./de/account.ts')).account : english;
