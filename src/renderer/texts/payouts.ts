import { payouts as english } from './en/payouts.ts';
import { inLanguage } from './language.ts';

export const payouts = await inLanguage(english, 'payouts');
