import { payoutStatements as english } from './en/payout-statements.ts';
import { language } from './language.ts';

export const payoutStatements: typeof english =
  language === 'de' ? (await import('./de/payout-statements.ts')).payoutStatements : english;
