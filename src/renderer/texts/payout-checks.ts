import { payoutChecks as english } from './en/payout-checks.ts';
import { language } from './language.ts';

export const payoutChecks: typeof english =
  language === 'de' ? (await import('./de/payout-checks.ts')).payoutChecks : english;
