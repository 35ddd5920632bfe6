import { tiers as english } from './en/tiers.ts';
import { inLanguage } from './language.ts';

export const tiers = await inLanguage(english, 'tiers');
