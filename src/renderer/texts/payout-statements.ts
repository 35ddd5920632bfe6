import { payoutStatements as english } from './en/payout-statements.ts';
import { inLanguage } from './language.ts';

export const payoutStatements = await inLanguage(english, 'payout-statements');
