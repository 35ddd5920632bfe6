import { payoutChecks as english } from './en/payout-checks.ts';
import { inLanguage } from './language.ts';

export const payoutChecks = await inLanguage(english, 'payout-checks');
