import { payouts as english } from './en/payouts.ts';
import { language } from './language.ts';

export const payouts: typeof english = language === 'de' ? (await import('./de/payouts.ts')).payouts : english;
