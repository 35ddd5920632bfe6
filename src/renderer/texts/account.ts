import { account as english } from './en/account.ts';
import { language } from './language.ts';

export const account: typeof english = language === 'de' ? (await import('./de/account.ts')).account : english;
