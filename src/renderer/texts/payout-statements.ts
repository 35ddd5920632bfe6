import { payoutStatements as english } from './en/payout-statements.ts';
import { language } from './language.ts';

/** Apart from `texts`, so that the first screen does not load them. */
export const payoutStatements: typeof english =
  language === 'de' ? (await import('./de/payout-statements.ts')).payoutStatements : english;
