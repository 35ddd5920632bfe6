import { rewards as english } from './en/rewards.ts';
import { language } from './language.ts';

export const rewards: typeof english = language === 'de' ? (await import('./de/rewards.ts')).rewards : english;
