import { rewards as english } from './en/rewards.ts';
import { inLanguage } from './language.ts';

export const rewards = await inLanguage(english, 'rewards');
