import { tiers as english } from './en/tiers.ts';
import { language } from './language.ts';

export const tiers: typeof english = language === 'de' ? (await import('./de/tiers.ts')).tiers : english;
